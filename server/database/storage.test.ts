import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { NewerDatabaseError } from './migrate.ts';
import {
  databaseFile,
  dialectOf,
  NoDatabaseError,
  openExistingStorage,
  type Storage,
  type StorageOptions,
} from './open.ts';
import { openSqliteConnections, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

const lead = (id: string, answers: object = {}) => ({
  id,
  kind: 'inquiry' as const,
  reference: 'BX-0000-0000',
  answers: JSON.stringify(answers),
  flags: '[]',
  created_at: '2026-11-21T21:06:00.123Z',
  due_at: '2026-11-22T21:06:00.123Z',
});

const countLeads = async ({ db }: Storage) => (await db.selectFrom('leads').select('id').execute()).length;

/** Runs a writer in its own thread, as another server would. Returns the migrations that it ran. */
function runWriter(options: StorageOptions, leads: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const file = new URL('../../tests/support/storage-writer.ts', import.meta.url);
    new Worker(file, { workerData: { options, leads } }).once('message', resolve).once('error', reject);
  });
}

eachEngineAlways((under) => {
  describe('migrations', () => {
    it('run once, however many servers start at the same moment', async () => {
      const place = await under.newPlace({ empty: true });
      const ran = await Promise.all([1, 2, 3].map(() => runWriter(place, 0)));
      expect(ran.flat()).toEqual([
        '0038-fewer-message-indexes',
        '0039-replaced-tokens',
        '0040-requests-in-place-of-others',
        '0041-answers-of-another-press',
        '0042-ended-contacts',
        '0043-press-of-a-link',
        '0044-names-of-who-asked',
        '0045-lost-answers-of-signing-in',
        '0046-counted-switches',
        '0047-minutes-of-earlier-talks',
        '0048-erased-to-the-end',
        '0049-closing-undone',
        '0050-links-of-events',
        '0051-words-of-moved-forms',
      ]);
    });

    it('stop at a database that a newer version wrote', async () => {
      const storage = await under.openStorage();
      await sql`insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2030')`.execute(storage.db);
      await expect(storage.migrate()).rejects.toThrow(NewerDatabaseError);
      await expect(storage.pending()).rejects.toThrow('9999-tomorrow');
    });
  });

  describe('R28 a command beside the server', () => {
    it('finds the server’s database', async () => {
      const place = await under.newPlace();
      const server = await under.openStorage(place);
      await server.db.insertInto('leads').values(lead('a')).execute();
      const command = await openExistingStorage(place);
      expect(await countLeads(command)).toBe(1);
      await command.close();
    });

    it('makes no database of its own', async () => {
      const place = await under.newPlace({ empty: true });
      await expect(openExistingStorage(place)).rejects.toThrow(NoDatabaseError);
      expect(existsSync(join(place.dataDir, 'boxline.sqlite'))).toBe(false);
    });
  });

  it('gives times back as ISO text and documents as JSON text', async () => {
    const storage = await under.openStorage();
    await storage.db
      .insertInto('leads')
      .values(lead('a', { name: 'Zoë "Q" \\ 🚗' }))
      .execute();
    const row = await storage.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    expect(row.created_at).toBe('2026-11-21T21:06:00.123Z');
    expect(JSON.parse(row.answers)).toEqual({ name: 'Zoë "Q" \\ 🚗' });
    expect(row.amended_at).toBeNull();
  });

  it('keeps nothing of a transaction that fails', async () => {
    const storage = await under.openStorage();
    const failing = storage.transaction(async (trx) => {
      await trx.insertInto('leads').values(lead('a')).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await countLeads(storage)).toBe(0);
  });

  it('runs transactions that name the same key one after another', async () => {
    const storage = await under.openStorage();
    const addWhenNone = () =>
      storage.transaction(async (trx) => {
        await dialectOf(trx).lock(trx, ['b', 'a']);
        const rows = await trx.selectFrom('leads').select('id').execute();
        if (rows.length === 0) await trx.insertInto('leads').values(lead(crypto.randomUUID())).execute();
      });
    await Promise.all(Array.from({ length: 20 }, addWhenNone));
    expect(await countLeads(storage)).toBe(1);
  });

  it('waits for another server that writes, instead of failing', async () => {
    const place = await under.newPlace();
    const storage = await under.openStorage(place);
    await Promise.all([1, 2, 3].map(() => runWriter(place, 50)));
    expect(await countLeads(storage)).toBe(150);
  });

  if (under.engine === 'sqlite')
    it('prepares a statement in constant use once, however many others come and go', async () => {
      const place = await under.newPlace();
      await under.openStorage(place);
      const connections = openSqliteConnections(databaseFile(place.dataDir));
      const prepare = vi.spyOn(connections.reader, 'prepare');
      const db = new Kysely<Tables>({ dialect: sqliteDialect(connections) });
      onTestFinished(() => db.destroy());
      for (let length = 1; length <= 500; length++) {
        const ids = Array.from({ length }, (_, at) => `${at}`);
        await db.selectFrom('leads').select('id').where('id', 'in', ids).execute();
        await db.selectFrom('leads').select('kind').execute();
      }
      expect(prepare.mock.calls.filter(([text]) => text === 'select "kind" from "leads"')).toHaveLength(1);
      expect(prepare).toHaveBeenCalledTimes(501);
    });

  if (under.engine === 'sqlite')
    it('keeps nothing of what was deleted in its files', async () => {
      const place = await under.newPlace();
      const { db } = await under.openStorage(place);
      const inFiles = () =>
        readdirSync(place.dataDir).filter((name) => readFileSync(join(place.dataDir, name)).includes('SENTINEL'));
      await db
        .insertInto('leads')
        .values(lead('a', { name: 'SENTINEL' }))
        .execute();
      expect(inFiles()).not.toEqual([]);
      await db.deleteFrom('leads').execute();
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
      expect(inFiles()).toEqual([]);
    });

  if (under.engine === 'sqlite')
    it('R12 syncs every commit to the disk', async () => {
      const { db } = await under.openStorage();
      const pragma = async (name: string) =>
        Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] as object)[0];
      expect(await pragma('synchronous')).toBe(2);
      expect(await pragma('journal_mode')).toBe('wal');
    });

  if (under.engine === 'sqlite')
    it('writes no temporary file for what a savepoint would undo, and keeps many pages in memory', async () => {
      const { db } = await under.openStorage();
      const { rows } = await sql`select temp_store, cache_size from pragma_temp_store, pragma_cache_size`.execute(db);
      expect(rows).toEqual([{ temp_store: 2, cache_size: -16_000 }]);
    });

  if (under.engine === 'postgres')
    it('R47 a write is not tried in places that are free already alone: a disk without room for more refuses it', async () => {
      const place = await under.newPlace();
      const limited = await under.openStorage(place);
      const name = new URL(place.databaseUrl ?? '').pathname.slice(1);
      // Stands for a full disk: nothing may be written into a new file.
      await sql.raw(`alter database ${name} set temp_file_limit = 0`).execute(limited.db);
      const storage = await under.openStorage(place);
      const { db } = storage;
      const written_at = new Date().toISOString();
      await db.insertInto('write_probes').values({ id: 'other', written_at }).execute();
      await expect(storage.tryWrite()).rejects.toMatchObject({ code: '53400' });
      await sql.raw(`alter database ${name} reset temp_file_limit`).execute(db);
      await (await under.openStorage(place)).tryWrite();
    });
});
