import { describe, expect, it } from 'vitest';
import { createSharedRead } from './shared-read.ts';

function reader() {
  let atMs = 0;
  const waiting: { readonly work: () => void; readonly ms: number }[] = [];
  const reads: PromiseWithResolvers<number>[] = [];
  const shared = createSharedRead({
    everyMs: 400,
    clockMs: () => atMs,
    later: (work, ms) => waiting.push({ work, ms }),
    read() {
      const next = Promise.withResolvers<number>();
      reads.push(next);
      return next.promise;
    },
  });
  /** Lets everything happen that waits for no clock. */
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    atMs += ms;
    for (const { work } of waiting.splice(0)) work();
    await settle();
  };
  return { shared, reads, settle, pass, waiting };
}

describe('R94 a shared read', () => {
  it('is one for everybody who asks before it begins', async () => {
    const { shared, reads, settle } = reader();
    const asked = Array.from({ length: 100 }, () => shared());
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(1);
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  });

  it('that has begun may miss what somebody was told of who asks now: they get the next one, which waits its time', async () => {
    const { shared, reads, settle, pass, waiting } = reader();
    const first = shared();
    await settle();
    const second = [shared(), shared()];
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.resolve(1);
    expect(await first).toBe(1);
    await settle();
    expect(waiting.map(({ ms }) => ms)).toEqual([400]);
    expect(reads).toHaveLength(1);
    await pass(400);
    expect(reads).toHaveLength(2);
    reads[1]?.resolve(2);
    expect(await Promise.all(second)).toEqual([2, 2]);
  });

  it('that fails fails for who shared it, and the next who asks has another one', async () => {
    const { shared, reads, settle, pass } = reader();
    const failing = [shared(), shared()];
    await settle();
    reads[0]?.reject(new Error('the database is away'));
    for (const one of failing) await expect(one).rejects.toThrow('away');
    const after = shared();
    await settle();
    await pass(400);
    reads[1]?.resolve(2);
    expect(await after).toBe(2);
  });
});
