import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a task when no press is under way. When a person leaves a field, a line under it may appear or
 * go. If the mouse button is still down, that would move the target of their click away from the pointer.
 */
export function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  const flush = useCallback(() => {
    for (const task of waiting.current.splice(0)) task();
  }, []);

  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const press = () => {
      isPressed.current = true;
    };
    // The click that belongs to the press is dispatched before a timer can run.
    const release = () => {
      isPressed.current = false;
      setTimeout(flush);
    };
    addEventListener('pointerdown', press, options);
    addEventListener('pointerup', release, options);
    addEventListener('pointercancel', release, options);
    return () => {
      listening.abort();
      waiting.current = [];
    };
  }, [flush]);

  return useCallback(
    (task) => {
      waiting.current.push(task);
      if (!isPressed.current) setTimeout(flush);
    },
    [flush],
  );
}
