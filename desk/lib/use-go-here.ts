import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/**
 * Returns a function that opens a path of the console, as long as its component is on the screen. An answer that comes after the
 * person has left takes them away from nothing.
 */
export function useGoHere(): (path: string) => void {
  const [, go] = useLocation();
  const isShown = useRef(false);
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback((path) => void (isShown.current && go(path)), [go]);
}
