import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Ready, useSettled } from '#client/ui/use-settled.ts';

/**
 * The heights of an element and of what stands above it in its parent, in whole pixels, as they change: what comes, goes or grows
 * there moves the element or what is in it. Empty until they were measured.
 */
export function useHeights(element: RefObject<Element | null>): string {
  const [heights, setHeights] = useState('');
  useLayoutEffect(() => {
    const own = element.current;
    const around = own?.parentElement;
    if (!around) return;
    const parts = () => {
      const all = [...around.children];
      return all.slice(0, all.indexOf(own) + 1);
    };
    const sizes = new ResizeObserver(() =>
      setHeights(
        parts()
          .map((part) => Math.round(part.getBoundingClientRect().height))
          .join(),
      ),
    );
    const observe = () => {
      for (const part of parts()) sizes.observe(part);
    };
    observe();
    const children = new MutationObserver(observe);
    children.observe(around, { childList: true });
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  }, [element]);
  return heights;
}

/**
 * Whether the controls of an element may be pressed: for a moment after they have changed they may not, and after something has
 * moved them only by key.
 * @param actions a key of the controls that can be pressed
 */
export function useSettledIn(element: RefObject<Element | null>, actions: unknown): Ready {
  const still = useSettled(useHeights(element));
  return useSettled(String(actions)) && (still || 'by key');
}
