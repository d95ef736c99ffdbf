import { setImmediate as soon } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAtOnce, playRounds } from './at-once.ts';
import { eachEngine } from './each-engine.ts';

eachEngine((under) => {
  test('rounds go on with longer turns until an act comes first that takes far longer than the other', async () => {
    const storage = await under.openStorage();
    const atOnce = createAtOnce(storage);
    const winners: string[] = [];
    const act = (name: string, queries: number) => async () => {
      for (let left = queries; left > 0; left--) {
        await soon();
        await sql`SELECT 1`.execute(storage.db);
      }
      winners.push(name);
    };
    await playRounds(10, ['short', 'long'], async (at) => {
      await atOnce([act('short', 1), act('long', 40)]);
      return winners[2 * at] ?? '';
    });
  });
});

test('an outcome that cannot come is named', async () => {
  await expect(playRounds(2, ['one', 'other'], async () => 'one')).rejects.toThrow('outcomes that never came');
});
