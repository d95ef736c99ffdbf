/** A press at the desk that arrives late or twice. Its person has pressed it again since, and has taken that back. */
import { expect, it, vi } from 'vitest';
import type { DeskStep } from '#contract/desk/board-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(20);

type Step = DeskStep | 'done' | 'hand-off';

/** A step of Ana's that arrives again, after the steps in which she took it once and undid it. */
const undone: [late: Step, ...steps: (Step | 'Ben accepts' | 'Ben hands back')[]][] = [
  ['accept', 'accept', 'hand-back'],
  ['decline', 'decline', 'Ben accepts', 'Ben hands back'],
  ['connected', 'accept', 'connected', 'undo-connected'],
  ['undo-connected', 'accept', 'connected', 'undo-connected', 'connected'],
  ['signing', 'accept', 'connected', 'signing', 'undo-signing'],
  ['undo-signing', 'accept', 'connected', 'signing', 'undo-signing', 'signing'],
  ['hand-back', 'accept', 'hand-back', 'accept'],
  ['hand-off', 'accept', 'connected', 'hand-off', 'Ben accepts', 'Ben hands back', 'accept'],
  ['done', 'accept', 'done', 'undo-done'],
  ['undo-done', 'accept', 'done', 'undo-done', 'done'],
];

eachEngineRounds((under) => {
  async function running() {
    const server = await startDesk(under, wideLimits);
    const token = await server.sessionFor(server.shared.code);
    const [ana, ben] = [
      await server.signInAs('agent', { name: 'Ana Ruiz' }),
      await server.signInAs('agent', { name: 'Ben Cole' }),
    ];
    const bodies: Partial<Record<Step, object>> = {
      done: { disposition: 'help_only' },
      'hand-off': { ...nothingTold, to: null },
    };
    return {
      ...server,
      ana,
      ben,
      newRequest: () => server.ask(token),
      atOnce: createAtOnce(server.context.storage),
      /** The version that a console shows. */
      seenBy: async (id: string, { cookie }: SignedIn) =>
        (await server.desk('GET', `/api/desk/requests/${id}`, { cookie })).json<RequestRecord>().version,
      step: (id: string, step: Step, { cookie }: SignedIn, seen?: number) =>
        server.desk('POST', `/api/desk/requests/${id}/${step}`, { cookie, body: { ...bodies[step], seen } }),
    };
  }

  it.each(undone)(
    'R730 “%s” at the desk that arrives again after it was undone changes nothing',
    async (late, ...steps) => {
      const { newRequest, seenBy, step, historyOf, ana, ben } = await running();
      const id = await newRequest();
      let seen: number | undefined;
      for (const name of steps) {
        const isBens = name === 'Ben accepts' || name === 'Ben hands back';
        const who = isBens ? ben : ana;
        const now = await seenBy(id, who);
        if (name === late) seen ??= now;
        const taken = name === 'Ben accepts' ? 'accept' : name === 'Ben hands back' ? 'hand-back' : name;
        expect((await step(id, taken, who, now)).status, name).toBe(200);
      }
      const before = await historyOf(id);
      const answer = await step(id, late, ana, seen);
      expect([answer.status, answer.json<RequestRecord>().id]).toEqual([409, id]);
      expect(await historyOf(id)).toEqual(before);
      // A console of an earlier version does not say what it showed: its press is taken as before.
      expect((await step(id, late, ana)).status).toBe(200);
    },
  );

  it('R730 a finance manager accepts at the desk what another one has accepted and handed back since the console showed it', async () => {
    const { newRequest, seenBy, step, ana, ben } = await running();
    const id = await newRequest();
    const seen = await seenBy(id, ana);
    await step(id, 'accept', ben, await seenBy(id, ben));
    await step(id, 'hand-back', ben, await seenBy(id, ben));
    expect((await step(id, 'accept', ana, seen)).status).toBe(200);
  });

  it('R730 an Accept at the desk that arrives again at the instant of the hand-back: nobody has the request', async () => {
    const { newRequest, seenBy, step, atOnce, context, ana } = await running();
    await playRounds(rounds, ['after', 'before'], async () => {
      const id = await newRequest();
      const seen = await seenBy(id, ana);
      await step(id, 'accept', ana, seen);
      const now = await seenBy(id, ana);
      const [late, back] = await atOnce([() => step(id, 'accept', ana, seen), () => step(id, 'hand-back', ana, now)]);
      expect(back.status).toBe(200);
      expect((await context.agentRequests.find(id))?.accepted_at).toBeNull();
      return late.status === 200 ? 'before' : 'after';
    });
  });
});
