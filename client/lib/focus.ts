import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus to a heading or region that cannot be reached by Tab. The page stays where it is. */
export function giveFocus(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/**
 * Keeps the focus in a part of the page whose controls come and go with what its owner shows: when the one that has the
 * focus is gone, the part's first heading gets it. Without that it falls to the top of the document, and whoever works by
 * keyboard or by ear begins anew.
 */
export function useFocusKept(part: RefObject<HTMLElement | null>): void {
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const element = part.current;
    const remember = ({ target }: FocusEvent) => {
      last.current = target;
    };
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, [part]);
  // Without a list: any render of the owner may be the one that takes the control away.
  useLayoutEffect(() => {
    if (!(last.current instanceof Element) || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    const heading = part.current?.querySelector<HTMLElement>('h1, h2');
    if (heading) giveFocus(heading);
  });
}
