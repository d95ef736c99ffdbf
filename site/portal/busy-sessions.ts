/** The portal's sessions with a request under way. They stay open at the server until its result is here. */
export function createBusySessions(endAtServer: (token: string) => void) {
  /** `ended`: the session is to be ended once the result is here. */
  const busy = new Map<string, 'open' | 'ended'>();

  function release(token: string): void {
    if (busy.get(token) === 'ended') endAtServer(token);
    busy.delete(token);
  }

  return {
    /** Call it when a request goes out by a session, and `release` when its result is here. */
    hold: (token: string): void => void busy.set(token, 'open'),
    release,
    /** Releases every session, because nothing can wait for a result any more. */
    releaseAll(): void {
      for (const token of busy.keys()) release(token);
    },
    /** Ends a session, now or once its result is here. */
    end(token: string): void {
      if (busy.has(token)) busy.set(token, 'ended');
      else endAtServer(token);
    },
  };
}
