import { describe, expect, it } from 'vitest';
import { createSharedRead } from './shared-read.ts';

function reader(pace: { burst?: number; apartMs?: number } = {}) {
  let atMs = 0;
  const waiting: { readonly work: () => void; readonly ms: number }[] = [];
  const reads: PromiseWithResolvers<number>[] = [];
  const shared = createSharedRead({
    everyMs: 400,
    ...pace,
    clockMs: () => atMs,
    later: (work, ms) => waiting.push({ work, ms }),
    read() {
      const next = Promise.withResolvers<number>();
      reads.push(next);
      return next.promise;
    },
  });
  /** Runs everything that does not wait for the clock. */
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

  describe('with a burst', () => {
    const pace = { burst: 3, apartMs: 40 };

    it('lets somebody who asks after a pause wait for nothing but those who ask with them', async () => {
      const { shared, reads, settle, pass, waiting } = reader(pace);
      for (let n = 0; n < 3; n++) {
        const asked = shared();
        await settle();
        if (n > 0) {
          expect(waiting.map(({ ms }) => ms)).toEqual([40]);
          await pass(40);
        }
        expect(reads).toHaveLength(n + 1);
        reads[n]?.resolve(n);
        expect(await asked).toBe(n);
      }
    });

    it('serves a hundred who hear of one change one after another with two reads', async () => {
      const { shared, reads, settle, pass } = reader(pace);
      const asked: Promise<number>[] = [];
      for (let n = 0; n < 100; n++) {
        asked.push(shared());
        await settle();
        reads[0]?.resolve(1);
        await settle();
      }
      await pass(40);
      reads[1]?.resolve(2);
      expect((await Promise.all(asked)).filter((value) => value === 2)).toHaveLength(99);
      expect(reads).toHaveLength(2);
    });

    it('begins no more than the burst and one each 400 ms, however long somebody asks without end', async () => {
      const { shared, reads, settle, pass, waiting } = reader(pace);
      const waits: number[] = [];
      for (let n = 0; n < 50; n++) {
        const asked = shared();
        await settle();
        const [{ ms } = { ms: 0 }] = waiting;
        waits.push(ms);
        if (ms > 0) await pass(ms);
        reads[n]?.resolve(n);
        await asked;
      }
      expect(waits.slice(0, 5)).toEqual([0, 40, 40, 320, 400]);
      expect(waits.slice(4)).toEqual(Array.from({ length: 46 }, () => 400));
    });

    it('has its whole burst again after a pause as long as that of its readings, and never more', async () => {
      const { shared, reads, settle, pass, waiting } = reader(pace);
      const askAtOnce = async () => {
        const waits: number[] = [];
        for (let n = 0; n < 5; n++) {
          const asked = shared();
          await settle();
          const [{ ms } = { ms: 0 }] = waiting;
          waits.push(ms);
          if (ms > 0) await pass(ms);
          reads.at(-1)?.resolve(n);
          await asked;
        }
        return waits;
      };
      const first = await askAtOnce();
      expect(first).toEqual([0, 40, 40, 320, 400]);
      await pass(60_000);
      expect(await askAtOnce()).toEqual(first);
    });
  });
});
