/** Somebody takes a step, by a link or at the desk, at the instant at which they become one who only reads. */
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const rounds = roundsOf(12);
/** A step has some more queries than a change of the role. */
const mostTurns = 20;
const ended = { disposition: 'help_only' };

eachEngineRounds((under) => {
  it.each(
    (['accept', 'take-over', 'done'] as const).flatMap((step) => [
      [step, 'a link'] as const,
      [step, 'the desk'] as const,
    ]),
  )(
    'R1188 “%s” by %s at the instant at which its person becomes a viewer is taken before that or not at all',
    async (step, by) => {
      const clock = testClock('2026-11-21T21:06:00.000Z');
      const server = await startDesk(under, wideLimits, { now: clock.now });
      const { context, desk, ask, linksOf, agent, signInAs } = server;
      const { db } = context.storage;
      const [admin, ben] = [await signInAs('admin'), await signInAs('agent', { name: 'Ben Cole' })];
      const token = await server.sessionFor(server.shared.code);
      const atOnce = createAtOnce(context.storage, mostTurns);
      await playRounds(rounds, ['taken', 'refused'], async (round) => {
        clock.advance(1000);
        const ana = await signInAs('agent', { name: `Ana ${round}` });
        await context.shift.set(ana.name, true);
        const id = await ask(token);
        const { [ana.name]: link = '' } = await linksOf(id);
        const press = (what: string, { cookie } = ana) =>
          desk('POST', `/api/desk/requests/${id}/${what}`, { cookie, ...(what === 'done' && { body: ended }) });
        if (step === 'done') await press('accept');
        if (step === 'take-over') {
          await press('accept', ben);
          clock.advance(6 * 60_000);
        }
        const version = (await context.people.find(ana.personId))?.version ?? 0;
        const [answer, changed] = await atOnce([
          () => (by === 'a link' ? agent(link, step, step === 'done' ? ended : undefined) : press(step)),
          () => context.people.changeRole(admin.personId, { id: ana.personId, version }, 'viewer'),
        ]);
        expect(changed).toMatchObject({ kind: 'done' });
        const [newest] = await db
          .selectFrom('audit_entries')
          .innerJoin('audit_subjects', 'audit_subjects.seq', 'audit_entries.seq')
          .select(['action', 'by_id'])
          .where('subject_id', 'in', [id, ana.personId])
          .where('action', 'in', ['request-step', 'role-changed'])
          .orderBy('audit_entries.seq', 'desc')
          .execute();
        expect(newest?.action).toBe('role-changed');
        await context.agentRequests.sweep();
        const { accepted_by: holder, closing_as: closing } = (await context.agentRequests.find(id)) ?? expect.fail();
        const isTaken = answer.status === 200;
        if (!isTaken) expect(answer.status).toBe(401);
        if (step === 'done') expect(closing).toBe(isTaken ? 'done' : null);
        else expect(holder === ana.name).toBe(false);
        return isTaken ? 'taken' : 'refused';
      });
    },
  );
});
