/** How long the sockets are still read after the time is up, in milliseconds. */
const lastReadMs = 100;

/** The system's code of a connection's error, such as ECONNREFUSED; without one, the error's name. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string };
  return String(typeof code === 'string' ? code : name);
}

export type Deadline = ReturnType<typeof createDeadline>;

/**
 * A time limit on an answer. Before it aborts, it lets the process read what has arrived. A process that stood still (the machine slept, or
 * it got a SIGSTOP) runs its timers before it reads its sockets. With a plain timer it would give up an answer that is there, and the
 * message would go out twice.
 */
export function createDeadline(ms: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout;
  const strike = () => controller.abort(new DOMException('The time is up', 'TimeoutError'));
  const count = (forMs: number) => {
    // The event loop reads the sockets between one round of timers and the next.
    timer = setTimeout(() => {
      timer = setTimeout(strike, lastReadMs).unref();
    }, forMs).unref();
  };
  count(ms);
  return {
    /** Aborts when the time is up. */
    signal: controller.signal,
    /** Starts the time limit again, with another length when one is given. */
    restart(forMs = ms) {
      clearTimeout(timer);
      count(forMs);
    },
    clear: () => clearTimeout(timer),
  };
}
