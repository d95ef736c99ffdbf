/** The list of leads is read while a lead is closed and opened again: each answer has it once. */
import { expect, it, vi } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = 60;

eachEngineRounds((under) => {
  it.each(['status=all', 'status=all&search=Pinecrest'])(
    'R360 the list of %s has a lead once in every answer, whatever is closed or opened again while it is read',
    async (query) => {
      const { context, send, list, signInAs, clock } = await startLeads(under);
      const { cookie } = await signInAs('manager');
      const id = await send('inquiry', { dealership_name: 'Pinecrest Auto Sales' });
      expect((await list(cookie, query)).rows.map((row) => row.id)).toEqual([id]);
      const { db } = context.storage;
      const atOnce = createAtOnce(context.storage);
      const closed_at = clock.now().toISOString();
      let isReading = true;
      const changing = (async () => {
        for (let at = 0; isReading; at++) {
          const values =
            at % 2 === 0 ? { status: 'lost' as const, closed_at } : { status: 'new' as const, closed_at: null };
          await db.updateTable('leads').set(values).where('id', '=', id).execute();
        }
      })();
      await playRounds(rounds, ['open', 'closed'], async () => {
        const [{ rows }] = await atOnce([() => list(cookie, query)]);
        return rows.map((row) => (row.closedAt === null ? 'open' : 'closed')).join() || 'missing';
      });
      isReading = false;
      await changing;
    },
  );
});
