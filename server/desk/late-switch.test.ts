/**
 * A switch that arrives late or twice: it waited in the socket of a server that stood still, or the browser has sent it again. Its
 * person has switched again since.
 */
import { expect, it, vi } from 'vitest';
import type { PresentPerson } from '#contract/desk/live-endpoints.ts';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(20);

/** The two sides of a switch, and what a page sees of it. */
interface Side {
  readonly name: string;
  readonly path: string;
  readonly on: object;
  readonly off: object;
  readonly stands: (answer: PresentPerson & PersonRecord) => boolean;
  readonly seen: (answer: PresentPerson & PersonRecord) => unknown;
}

const sides: readonly Side[] = [
  {
    name: 'presence',
    path: '/api/desk/presence',
    on: { presence: 'available' },
    off: { presence: 'away' },
    stands: ({ presence }) => presence === 'available',
    seen: ({ since }) => since,
  },
  {
    name: 'shift',
    path: '/api/desk/own/shift',
    on: { on: true },
    off: { on: false },
    stands: ({ onShiftAt }) => onShiftAt !== null,
    seen: ({ switches }) => switches,
  },
  {
    name: 'on call',
    path: '/api/desk/own/on-call',
    on: { on: true },
    off: { on: false },
    stands: ({ onCallAt }) => onCallAt !== null,
    seen: ({ switches }) => switches,
  },
];

eachEngineRounds((under) => {
  async function switching({ path, seen: seenIn, stands }: Side) {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const { signInAs, desk, context } = await startDesk(under, wideLimits, { now: clock.now });
    const { cookie } = await signInAs('admin');
    const press = async (body: object, seen: unknown) => {
      clock.advance(1000);
      const answer = await desk('POST', path, { cookie, body: { ...body, seen } });
      const value = answer.json<PresentPerson & PersonRecord>();
      return { status: answer.status, isOn: stands(value), seen: seenIn(value) };
    };
    return { press, atOnce: createAtOnce(context.storage) };
  }

  it.each(sides)(
    'R1050 a press on $name that comes after a newer one changes nothing, and is answered by what stands',
    async (side) => {
      const { press } = await switching(side);
      const first = await press(side.on, undefined);
      // The press of off is in the socket of a server that stands still. Meanwhile its person presses off and on elsewhere.
      const off = await press(side.off, first.seen);
      const on = await press(side.on, off.seen);
      expect([off.isOn, on.isOn]).toEqual([false, true]);
      expect(await press(side.off, first.seen)).toEqual({ status: 409, isOn: true, seen: on.seen });
      // Whoever has seen what stands switches it.
      expect(await press(side.off, on.seen)).toMatchObject({ status: 200, isOn: false });
    },
  );

  it.each(sides)(
    'R1050 a press on $name that leaves it as it was is newer than one that comes after it',
    async (side) => {
      const { press } = await switching(side);
      const first = await press(side.on, undefined);
      // No answer came to the press of off, and its person wants it on after all.
      const on = await press(side.on, first.seen);
      expect(on).toMatchObject({ status: 200, isOn: true });
      expect(await press(side.off, first.seen)).toEqual({ status: 409, isOn: true, seen: on.seen });
    },
  );

  it.each(sides)('R1050 a press on $name that is sent again is answered as the first time', async (side) => {
    const { press } = await switching(side);
    const first = await press(side.on, undefined);
    const off = await press(side.off, first.seen);
    expect(await press(side.off, first.seen)).toEqual(off);
    expect(await press(side.on, off.seen)).toMatchObject({ status: 200, isOn: true });
  });

  it.each(sides)(
    'R1050 a late press on $name at the instant of a newer one: the newer one counts, or reads what stands',
    async (side) => {
      const { press, atOnce } = await switching(side);
      let { seen } = await press(side.on, undefined);
      await playRounds(rounds, ['newer first', 'late first'], async () => {
        const [late, newer] = await atOnce([() => press(side.off, seen), () => press(side.on, seen)]);
        const isNewerFirst = newer.status === 200;
        expect(late).toMatchObject(isNewerFirst ? { status: 409, isOn: true } : { status: 200, isOn: false });
        if (!isNewerFirst) expect(newer).toMatchObject({ status: 409, isOn: false });
        ({ seen } = isNewerFirst ? newer : await press(side.on, newer.seen));
        return isNewerFirst ? 'newer first' : 'late first';
      });
    },
  );
});
