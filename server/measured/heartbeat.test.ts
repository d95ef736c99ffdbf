/** Tests what the heartbeat writes about restarts, failures, sleep and clock changes, with a clock that the test moves. */
import { describe, expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { beatEveryMs, createHeartbeat } from './heartbeat.ts';
import { deleteOldSpans, endFutureSpans, firstAnswer, putSpan } from './store.ts';

const start = Date.parse('2027-03-14T06:00:00.000Z');
const minute = beatEveryMs;

/** A server with a wall clock and a clock that only goes forward, and the spans that its heartbeat wrote. */
function server() {
  const spans = new Map<string, { started_at: string; seen_at: string }>();
  const state = { wall: start, steady: 5000, answers: true, writes: true };
  const { beat } = createHeartbeat({
    probe: async () => {
      if (!state.answers) throw new Error('no answer');
    },
    write: async ({ id, ...span }) => {
      if (!state.writes) throw new Error('the disk is full');
      spans.set(id, span);
    },
    prepare: async () => {},
    now: () => new Date(state.wall),
    clockMs: () => state.steady,
    mintId,
  });
  return {
    state,
    /** Moves both clocks. */
    pass(ms: number) {
      state.wall += ms;
      state.steady += ms;
    },
    /** Runs a beat. Returns whether it was written. */
    beat: (): Promise<boolean> =>
      beat().then(
        () => true,
        () => false,
      ),
    /** The spans in minutes from the start. */
    spans: () =>
      [...spans.values()].map(({ started_at, seen_at }) =>
        [started_at, seen_at].map((time) => (Date.parse(time) - start) / minute),
      ),
  };
}

describe('R178 the heartbeat of a server', () => {
  it('is one row that grows while it answers every minute', async () => {
    const { beat, pass, spans } = server();
    for (let n = 0; n < 5; n += 1) {
      expect(await beat()).toBe(true);
      pass(minute);
    }
    expect(spans()).toEqual([[0, 4]]);
  });

  it.each([
    ['its probe fails', 'answers'],
    ['it cannot write', 'writes'],
  ] as const)('counts the time between two answers as down when %s', async (_, what) => {
    const { beat, pass, spans, state } = server();
    await beat();
    pass(minute);
    await beat();
    pass(minute);
    state[what] = false;
    expect(await beat()).toBe(false);
    pass(minute);
    state[what] = true;
    expect(await beat()).toBe(true);
    pass(minute);
    await beat();
    expect(spans()).toEqual([
      [0, 1],
      [3, 4],
    ]);
  });

  it('counts a pause of the process as down, whether or not the machine’s clock went on', async () => {
    for (const sleeps of [true, false]) {
      const { beat, pass, spans, state } = server();
      await beat();
      pass(minute);
      await beat();
      if (sleeps) {
        // A sleeping machine stops the clock that only goes forward.
        state.wall += 120 * minute;
        state.steady += 200;
      } else pass(120 * minute);
      await beat();
      pass(minute);
      await beat();
      expect(spans()).toEqual([
        [0, 1],
        [121, 122],
      ]);
    }
  });

  it('begins anew after a clock that was set, forward or back', async () => {
    for (const byMs of [30 * minute, -30 * minute, 5000]) {
      const { beat, pass, spans, state } = server();
      await beat();
      pass(minute);
      state.wall += byMs;
      await beat();
      expect(spans()).toEqual([
        [0, 0],
        [1 + byMs / minute, 1 + byMs / minute],
      ]);
    }
  });

  it('keeps its row when the two clocks differ as those of a machine do', async () => {
    const { beat, pass, spans, state } = server();
    await beat();
    for (let n = 0; n < 10; n += 1) {
      pass(minute + 900);
      state.wall -= 300;
      await beat();
    }
    expect(spans()).toHaveLength(1);
  });

  it('writes nothing by a clock that was never set', async () => {
    const { beat, spans, state } = server();
    state.wall = 1000;
    await beat();
    expect(spans()).toEqual([]);
  });
});

eachEngine((under) => {
  describe('R178 the spans of the servers', () => {
    const span = (id: string, started_at: string, seen_at: string) => ({ id, started_at, seen_at });

    it('that a clock ahead has written end when a server begins that knows better', async () => {
      const storage = await under.openStorage();
      await putSpan(storage, span('right', '2027-03-01T00:00:00.000Z', '2027-03-02T00:00:00.000Z'));
      await putSpan(storage, span('grew', '2027-03-02T00:00:00.000Z', '2027-04-02T00:00:00.000Z'));
      await putSpan(storage, span('ahead', '2027-05-01T00:00:00.000Z', '2027-05-02T00:00:00.000Z'));
      await endFutureSpans(storage, '2027-03-03T00:00:00.000Z', '2027-03-03T00:01:00.000Z');
      const left = await storage.db.selectFrom('up_spans').select(['id', 'seen_at']).orderBy('id').execute();
      expect(left).toEqual([
        { id: 'grew', seen_at: '2027-03-03T00:00:00.000Z' },
        { id: 'right', seen_at: '2027-03-02T00:00:00.000Z' },
      ]);
    });

    it('are pruned but for the last one of before, so that an outage since then is not taken for a young installation', async () => {
      const storage = await under.openStorage();
      for (const day of ['01', '02', '03', '04'])
        await putSpan(storage, span(day, `2027-01-${day}T00:00:00.000Z`, `2027-01-${day}T12:00:00.000Z`));
      await putSpan(storage, span('new', '2027-04-01T00:00:00.000Z', '2027-04-02T00:00:00.000Z'));
      const before = '2027-02-01T00:00:00.000Z';
      expect(await deleteOldSpans(storage.db, before, 2)).toBe(2);
      expect(await deleteOldSpans(storage.db, before, 2)).toBe(1);
      expect(await deleteOldSpans(storage.db, before, 2)).toBe(0);
      expect(await firstAnswer(storage.reads)).toBe('2027-01-04T00:00:00.000Z');
    });
  });
});
