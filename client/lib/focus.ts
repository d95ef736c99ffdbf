import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Focuses a heading or region that cannot be reached by Tab, without scrolling the page. */
export function giveFocus(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

/**
 * Keeps the focus inside a part of the page where controls appear and disappear. When the focused control is removed, the first
 * heading of the part gets the focus. Otherwise the focus would fall back to the top of the document, and people who work by
 * keyboard or screen reader would have to start again (WCAG 2.4.3).
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
  // No dependency list: any render of the owner can remove the focused control.
  useLayoutEffect(() => {
    if (!(last.current instanceof Element) || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    const heading = part.current?.querySelector<HTMLElement>('h1, h2');
    if (heading) giveFocus(heading);
  });
}
