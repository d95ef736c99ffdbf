import { useCallback, useState, useSyncExternalStore } from 'react';
import { listen } from '#client/lib/listen.ts';

/**
 * Whether a media query holds now, such as `(width < 60rem)`. While the page is printed, the value on the screen is kept: the
 * browser has already begun to lay out the sheets, and content that changes then is cut off.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((look: () => void) => listen(matchMedia(query), { change: look }), [query]);
  const [onScreen] = useState({ holds: matchMedia(query).matches });
  return useSyncExternalStore(subscribe, () => {
    if (!matchMedia('print').matches) onScreen.holds = matchMedia(query).matches;
    return onScreen.holds;
  });
}
