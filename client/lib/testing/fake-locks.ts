/** The Web Locks of a browser, as its documents share them. Every request is treated as one with `ifAvailable`. */
export class FakeLocks {
  readonly held = new Set<string>();
  /** Whether the browser refuses to use locks. */
  isRefused = false;

  /** The locks as one document has them. They are released when it is closed. */
  openDocument() {
    const own = new Map<string, () => void>();
    const locks = {
      request: async (name: string, _: LockOptions, act: (lock: Lock | null) => unknown): Promise<unknown> => {
        if (this.isRefused) throw new DOMException('refused', 'SecurityError');
        await Promise.resolve();
        if (this.held.has(name)) return act(null);
        this.held.add(name);
        const closed = new Promise<void>((close) => own.set(name, close));
        await Promise.race([closed, act({ name, mode: 'exclusive' })]);
        if (own.delete(name)) this.held.delete(name);
        return undefined;
      },
    } as unknown as Pick<LockManager, 'request'>;
    const close = () => {
      for (const [name, release] of own) {
        own.delete(name);
        this.held.delete(name);
        release();
      }
    };
    return { locks, close };
  }
}
