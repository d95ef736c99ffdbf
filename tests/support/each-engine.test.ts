import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openStorage as openUnmigrated, type Storage } from '#server/database/open.ts';
import { eachEngineAlways } from './each-engine.ts';

const now = '2026-11-21T10:00:00.000Z';

async function insertLead({ db }: Storage): Promise<void> {
  const id = randomUUID();
  const lead = {
    id,
    kind: 'inquiry',
    reference: `BX-${id.slice(0, 4)}`,
    answers: '{}',
    flags: '[]',
    created_at: now,
    due_at: now,
  } as const;
  await db.insertInto('leads').values(lead).execute();
}

const countLeads = async ({ db }: Storage): Promise<number> =>
  (await db.selectFrom('leads').select('id').execute()).length;

eachEngineAlways(({ engine, newPlace, openStorage }) => {
  test('a test gets the engine it was promised, migrated and empty', async () => {
    const storage = await openStorage();
    expect(storage.engine).toBe(engine);
    expect(await storage.pending()).toEqual([]);
    expect(await countLeads(storage)).toBe(0);
  });

  test('two storages at one place see the same rows, at two places they do not', async () => {
    const place = await newPlace();
    const [one, same, other] = [await openStorage(place), await openStorage(place), await openStorage()];
    await insertLead(one);
    expect(await countLeads(same)).toBe(1);
    expect(await countLeads(other)).toBe(0);
  });

  test('an empty place has never been migrated', async () => {
    const { dataDir, databaseUrl } = await newPlace({ empty: true });
    const storage = openUnmigrated({ dataDir, databaseUrl });
    expect(await storage.pending()).not.toEqual([]);
    await storage.close();
  });
});
