import { useEffect } from 'react';
import { giveFocus } from '#client/lib/focus.ts';
import { listen } from '#client/lib/listen.ts';

const parts = 'li, fieldset, form, section, article, dialog, main';

/** How long a screen has to move the focus itself after the focused control was removed, in milliseconds. */
const othersFirstMs = 150;

/**
 * Keeps the focus on the screen. When the focused control is removed and nothing else takes the focus, the nearest part around it that
 * is still there gets it. No control in that part gets it, because that one could be pressed by mistake. When a focused row is removed,
 * nothing gets the focus, because a key of the list would then act on another row.
 */
export function useFallbackFocus(): void {
  useEffect(() => {
    /** What had the focus last, and everything around it. */
    let around: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target, type }: Event) => {
      // A press inside what has the focus leaves the focus there. No event says so.
      if (type === 'pointerdown' && around[0]?.contains(target as Node)) return;
      around = [];
      if (type !== 'focusin') return;
      for (let each = target as Element | null; each; each = each.parentElement) around.push(each);
    };
    const look = () => {
      if (document.activeElement !== document.body || around[0]?.isConnected !== false) return;
      const part = around.find((each) => each.matches(parts) && each.getClientRects().length > 0);
      if (!around[0].matches('[data-row]') && part instanceof HTMLElement) giveFocus(part);
      around = [];
    };
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      if (around[0]?.isConnected === false) timer = setTimeout(look, othersFirstMs);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    // A press on something that takes no focus takes it away on purpose.
    const hearNoMore = listen(document, { focusin: remember, pointerdown: remember });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      hearNoMore();
    };
  }, []);
}
