import { type RefObject, useEffect } from 'react';
import { giveFocus } from './focus.ts';

/**
 * Keeps the focus inside a part of the page where controls appear and disappear. When the focused control is removed, the first
 * heading of the part gets the focus. Otherwise the focus would fall back to the top of the document, and people who work by
 * keyboard or screen reader would have to start again (WCAG 2.4.3).
 */
export function useHeadingFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = part.current;
    if (!element) return;
    let last: EventTarget | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target;
    };
    // Any component inside can remove the control, so the document is watched and not a render.
    const removals = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      last = null;
      if (document.activeElement && document.activeElement !== document.body) return;
      const heading = element.querySelector<HTMLElement>('h1, h2');
      if (heading) giveFocus(heading);
    });
    removals.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', remember);
    return () => {
      removals.disconnect();
      element.removeEventListener('focusin', remember);
    };
  }, [part]);
}
