/** Seen says of which ring it is: one that comes late makes no later ring quiet. */
import { expect, it } from 'vitest';
import { deskRequestsPath } from '#contract/desk/board.ts';
import type { Rings } from '#contract/desk/live-endpoints.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

eachEngine((under) => {
  it('R554 Seen of the ring before a hand-back leaves the ring after it, and Seen of that one makes it quiet', async () => {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const { ask, sessionFor, shared, signInAs, desk, context } = await startDesk(under, wideLimits, { now: clock.now });
    const [ana, ben] = [await signInAs('agent', { name: 'Ana Ruiz' }), await signInAs('agent', { name: 'Ben Cole' })];
    await desk('POST', '/api/desk/presence', { cookie: ana.cookie, body: { presence: 'available' } });
    const id = await ask(await sessionFor(shared.code));
    const rings = async () => {
      await context.ringing.look();
      return (await desk('GET', '/api/desk/rings', { cookie: ana.cookie })).json<Rings>().rings;
    };
    const see = (body: object) => desk('POST', `/api/desk/rings/${id}/seen`, { cookie: ana.cookie, body });
    const step = (name: string) => desk('POST', `${deskRequestsPath}/${id}/${name}`, { cookie: ben.cookie });
    const [before] = await rings();
    await step('accept');
    clock.advance(500);
    await step('hand-back');
    const [again] = await rings();
    expect(again).toMatchObject({ requestId: id, stage: 1 });
    expect(again?.askedAt).not.toBe(before?.askedAt);
    const late = await see({ stage: 1, askedAt: before?.askedAt });
    expect(late.status).toBe(200);
    expect(late.json<Rings>().rings).toEqual([again]);
    expect(await rings()).toEqual([again]);
    expect((await see({ stage: 1, askedAt: again?.askedAt })).json<Rings>().rings).toEqual([]);
  });

  it('R554 Seen of a page from before it said of which ring it is still makes the ring quiet', async () => {
    const { ask, sessionFor, shared, signInAs, desk, context } = await startDesk(under, wideLimits);
    const ana = await signInAs('agent', { name: 'Ana Ruiz' });
    await desk('POST', '/api/desk/presence', { cookie: ana.cookie, body: { presence: 'available' } });
    const id = await ask(await sessionFor(shared.code));
    await context.ringing.look();
    const seen = await desk('POST', `/api/desk/rings/${id}/seen`, { cookie: ana.cookie, body: { stage: 1 } });
    expect(seen.json<Rings>().rings).toEqual([]);
  });
});
