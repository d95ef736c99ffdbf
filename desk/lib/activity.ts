import { useEffect } from 'react';
import { staffTimes } from '#contract/desk/session.ts';
import { stayActive } from '#contract/desk/session-view-endpoints.ts';
import { callDesk } from './request.ts';

/** Tells the server that the person is active when a key or pointer is used, at most every `tellActivityEveryMs`. */
export function useActivity(): void {
  useEffect(() => {
    let toldAtMs = -Infinity;
    const tell = () => {
      const nowMs = performance.now();
      if (nowMs - toldAtMs < staffTimes.tellActivityEveryMs) return;
      toldAtMs = nowMs;
      void callDesk(stayActive, { body: {} });
    };
    const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const sign of signs) addEventListener(sign, tell, { passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, tell);
    };
  }, []);
}
