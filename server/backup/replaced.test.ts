import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '#server/database/open.ts';
import { onPostgres, roundsOf } from '../../tests/support/each-engine.ts';
import { readReplaced } from './service.ts';

const at = '2026-11-21T21:06:00.000Z';
const rounds = roundsOf(40);

onPostgres((under) => {
  it('R760 what a restore reads from a database that a server still uses is of one moment', async () => {
    const place = await under.newPlace();
    const { databaseUrl = '' } = place;
    const storage = openStorage(place);
    onTestFinished(() => storage.close());
    await storage.db.insertInto('people').values({ id: 'p', name: '0', created_at: at }).execute();
    await storage.db.insertInto('dealerships').values({ id: 'd', name: '0', name_key: '0', created_at: at }).execute();
    let isOver = false;
    const write = async () => {
      for (let n = 1; !isOver; n++) {
        const name = String(n);
        await storage.transaction(async (trx) => {
          await trx.updateTable('people').set({ name }).execute();
          await trx.updateTable('dealerships').set({ name }).execute();
        });
      }
    };
    const writing = write();
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const { tables } = await readReplaced(databaseUrl, at);
      const names = ['people', 'dealerships'].map((table) => tables.get(table)?.[0]?.['name']);
      expect(names[1]).toBe(names[0]);
      seen.add(String(names[0]));
    }
    isOver = true;
    await writing;
    expect(seen.size).toBeGreaterThan(1);
  });
});
