/** Restores backups that an earlier version wrote, whose databases lack tables and columns of today. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeBackup } from '#server/backup/service.ts';
import { dialectOf, openStorage } from '#server/database/open.ts';
import { type EngineUnderTest, eachEngineAlways, type Place, temporaryFolder } from '../support/each-engine.ts';
import { migrationsBefore, namesOfFirst, openEarlier, record } from '../support/earlier-database.ts';
import { runCommand } from './support/commands.ts';

const at = '2026-11-21T21:00:00.000Z';
const later = '2026-11-21T21:15:00.000Z';
const key = 'k'.repeat(43);

/** A place with the database of an earlier version, in which a mail waits, a session is open and a request runs. */
async function earlierPlace(under: EngineUnderTest, names: readonly string[]): Promise<Place> {
  const { db, place } = await openEarlier(under, migrationsBefore('0039'));
  await record(db as never, names);
  const insert = (table: string, row: object) => db.insertInto(table).values(row).execute();
  const answers = { kind: 'inquiry', answers: '{}', created_at: at };
  await insert('leads', { ...answers, id: 'lead', reference: 'r', flags: '[]' });
  await insert('submissions', { ...answers, id: 's', lead_id: 'lead', fingerprint: 'f', submitted_date: '' });
  await insert('dealerships', { id: 'd', name: 'n', name_key: 'n', created_at: at });
  await insert('access_codes', { id: 'c', number: 1, hash: 'h', created_at: at });
  await insert('portal_sessions', { id: 'p', token_hash: 'h', code_id: 'c', created_at: at, expires_at: later });
  const ids = { id: 'q', version: 1, reference: 'r', code_id: 'c', dealership_id: 'd', dealership_name: 'n' };
  const asked = { request_type: 'active_deal', additional_info: '', fingerprint: 'f', sms_status: 'none' };
  await insert('agent_requests', { ...ids, ...asked, created_at: at, expires_at: later });
  const mail = { id: 'm', kind: 'lead-operator', channel: 'mail', recipient: '', subject_id: 's' };
  await insert('messages', { ...mail, state: 'waiting', created_at: at, due_at: at });
  await insert('people', { id: 'rowan', name: 'Rowan', phone: '+12075550121', created_at: at, on_shift_at: at });
  return place;
}

/** Writes a backup of the place, as the version of its database did. */
async function backUp(place: Place): Promise<string> {
  const storage = openStorage(place);
  const folder = join(temporaryFolder(), 'backup');
  const { dataDir, databaseUrl } = place;
  const config = { dataDir, databaseUrl, secretKey: key, erasuresFile: join(dataDir, 'erasures.jsonl') };
  await takeBackup({ storage, config, folder, now: () => new Date() });
  await storage.close();
  return folder;
}

eachEngineAlways((under) => {
  test.each([false, true])(
    'R760 a backup of an earlier version is restored, and does nothing by itself (--replaces: %s)',
    async (replaces) => {
      const place = await earlierPlace(under, namesOfFirst);
      const folder = await backUp(place);
      const empty = await under.newPlace({ empty: true });
      const next = { ...empty, env: { ...empty.env, SECRET_KEY: key } };
      const old = replaces ? ['--replaces', place.databaseUrl ?? place.dataDir] : [];
      const said = await runCommand(next, 'restore', [folder, ...old]);
      expect(said).toContain('Requests that were running then are over');
      const { db } = await under.openStorage(next);
      const mail = await db.selectFrom('messages').select(['state', 'last_error']).executeTakeFirstOrThrow();
      expect(mail).toEqual({ state: 'failed', last_error: expect.stringContaining('may have been sent since') });
      const request = await db.selectFrom('agent_requests').select(['ended_at', 'outcome']).executeTakeFirstOrThrow();
      expect(request).toEqual({ ended_at: expect.any(String), outcome: 'expired' });
      const session = await db.selectFrom('portal_sessions').select('ended_at').executeTakeFirstOrThrow();
      expect(session).toEqual({ ended_at: expect.any(String) });
      const person = await db.selectFrom('people').select(['removed_at', 'on_shift_at']).executeTakeFirstOrThrow();
      expect(person).toEqual({ removed_at: null, on_shift_at: at });
    },
  );

  test('R1229 a backup of a version from before the first migration of today is refused, and nothing is restored', async () => {
    const folder = await backUp(await earlierPlace(under, namesOfFirst.slice(0, 16)));
    const empty = await under.newPlace({ empty: true });
    const next = { ...empty, env: { ...empty.env, SECRET_KEY: key } };
    await expect(runCommand(next, 'restore', [folder])).rejects.toThrow('written by an early version');
    const storage = openStorage(empty);
    onTestFinished(() => storage.close());
    expect(await dialectOf(storage.db).tables(storage.db)).toEqual([]);
  });
});
