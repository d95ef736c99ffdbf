import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The heights of an element and of all that stands beside it, in whole pixels, as they change: what comes, goes or grows there moves
 * what follows it. Empty until they were measured.
 */
export function useHeights(element: RefObject<Element | null>): string {
  const [heights, setHeights] = useState('');
  useLayoutEffect(() => {
    const around = element.current?.parentElement;
    if (!around) return;
    const parts = () => [...around.children];
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
