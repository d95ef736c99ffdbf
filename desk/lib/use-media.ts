import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now, such as `(width < 60rem)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (look: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', look);
      return () => list.removeEventListener('change', look);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
