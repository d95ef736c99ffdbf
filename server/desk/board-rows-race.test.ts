/** The board is read while a request ends and is opened again: each response has the request exactly once. */
import { expect, it, vi } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(60);

eachEngineRounds((under) => {
  it('R311 the board has a request once in every answer, whatever ends or is opened again while it is read', async () => {
    const { context, ask, sessionFor, shared } = await startDesk(under, wideLimits);
    const id = await ask(await sessionFor(shared.code));
    const { db } = context.storage;
    let isReading = true;
    const changing = (async () => {
      for (let at = 0; isReading; at++) {
        const ended =
          at % 2 === 0
            ? { ended_at: context.now().toISOString(), outcome: 'done' as const }
            : { ended_at: null, outcome: null };
        await db.updateTable('agent_requests').set(ended).where('id', '=', id).execute();
      }
    })();
    const counts: Record<string, number> = {};
    for (let round = 0; round < rounds; round++) {
      const parts = Object.entries(await context.boards.rows());
      const found = parts.flatMap(([name, rows]) => rows.flatMap((row) => (row.id === id ? [name] : []))).join();
      counts[found] = (counts[found] ?? 0) + 1;
    }
    isReading = false;
    await changing;
    expect(
      Object.keys(counts).filter((found) => found !== 'waiting' && found !== 'finished'),
      JSON.stringify(counts),
    ).toEqual([]);
  });
});
