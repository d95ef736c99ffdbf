import { describe, expect, it } from 'vitest';
import { type EngineUnderTest, eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { openEarlier } from '../../../tests/support/earlier-database.ts';
import * as leadsAndOutbox from './0001-leads-and-outbox.ts';
import * as portal from './0002-portal.ts';
import * as access from './0006-access.ts';

/** What either engine says of a row that a constraint refuses. */
const refused = /constraint/i;

const at = (minute: number) => `2026-11-21T21:0${minute}:00.000Z`;

/** A database as it was while codes had selectors: two dealers' codes with a session and a request, and an index. */
async function oldDatabase(under: EngineUnderTest) {
  const { storage, db, dialect } = await openEarlier(under, [leadsAndOutbox, portal]);
  await db.schema.createIndex('codes_by_dealership').on('access_codes').column('dealership_id').execute();
  await db
    .insertInto('dealerships')
    .values({ id: 'd', name: 'Harbor Point Motors', created_at: at(0) })
    .execute();
  const code = (id: string, minute: number, more: object = {}) =>
    db
      .insertInto('access_codes')
      .values({ id, selector: id, hash: `hash of ${id}`, created_at: at(minute), ...more })
      .execute();
  await code('zz', 1, { dealership_id: 'd', expires_at: at(9) });
  await code('aa', 2);
  await code('mm', 3, { revoked_at: at(4) });
  await db.insertInto('code_tries').values({ selector: 'zz', paid_until_ms: 1 }).execute();
  await db
    .insertInto('code_places')
    .values({ code_id: 'zz', place: 'p', last_at: at(1), paid_until_ms: 1 })
    .execute();
  const session = { id: 's', token_hash: 't', code_id: 'zz', created_at: at(2), expires_at: at(9) };
  await db.insertInto('portal_sessions').values(session).execute();
  const words = { reference: 'r', dealership_name: 'n', request_type: 't', additional_info: '', fingerprint: 'f' };
  const request = { id: 'r', version: 1, session_id: 's', code_id: 'zz', dealership_id: 'd', texting: 'none' };
  const times = { stored_at: at(3), expires_at: at(9) };
  await db
    .insertInto('agent_requests')
    .values({ ...words, ...request, ...times })
    .execute();
  const message = { kind: 'lead-confirmation', channel: 'mail', recipient: 'ada@x.example', state: 'sent' };
  const now = new Date().toISOString();
  await db
    .insertInto('messages')
    .values({ id: 'm', ...message, created_at: now, due_at: now })
    .execute();
  const migrate = () =>
    dialect.migrating(storage.db, () => storage.db.transaction().execute((trx) => access.up(trx as never, dialect)));
  return { db, migrate };
}

eachEngineAlways((under) => {
  describe('R34 the codes of a database that had selectors', () => {
    it('keep their hashes, sessions and requests, and get numbers in the order in which they were made', async () => {
      const { db, migrate } = await oldDatabase(under);
      await migrate();
      expect(await db.selectFrom('access_codes').selectAll().orderBy('number').execute()).toEqual(
        [
          { id: 'zz', number: 1, created_at: at(1), dealership_id: 'd', expires_at: at(9), revoked_at: null },
          { id: 'aa', number: 2, created_at: at(2), dealership_id: null, expires_at: null, revoked_at: null },
          { id: 'mm', number: 3, created_at: at(3), dealership_id: null, expires_at: null, revoked_at: at(4) },
        ].map((row) => ({ ...row, hash: `hash of ${row.id}` })),
      );
      const ids = { session_id: 's', code_id: 'zz' };
      expect(await db.selectFrom('portal_sessions').select(['id', 'code_id']).execute()).toEqual([
        { id: 's', code_id: 'zz' },
      ]);
      expect(await db.selectFrom('agent_requests').select(['session_id', 'code_id']).execute()).toEqual([ids]);
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      expect(tables.filter((name) => name.startsWith('code_'))).toEqual([]);
      expect(await db.selectFrom('messages').select('counts_for').execute()).toEqual([{ counts_for: 'ada@x.example' }]);
    });

    it('have each number and each hash once, and are referred to as before', async () => {
      const { db, migrate } = await oldDatabase(under);
      await migrate();
      const row = { id: 'new', number: 4, hash: 'new', created_at: at(5) };
      for (const wrong of [{ number: 1 }, { hash: 'hash of zz' }, { dealership_id: 'nobody' }]) {
        await expect(
          db
            .insertInto('access_codes')
            .values({ ...row, ...wrong })
            .execute(),
        ).rejects.toThrow(refused);
      }
      await db.insertInto('access_codes').values(row).execute();
      await expect(db.deleteFrom('access_codes').where('id', '=', 'zz').execute()).rejects.toThrow(refused);
      const session = { id: 's2', token_hash: 't2', code_id: 'nobody', created_at: at(2), expires_at: at(9) };
      await expect(db.insertInto('portal_sessions').values(session).execute()).rejects.toThrow(refused);
      await db
        .insertInto('portal_sessions')
        .values({ ...session, code_id: 'new' })
        .execute();
      await db.deleteFrom('access_codes').where('id', '=', 'new').execute();
      expect(await db.selectFrom('portal_sessions').select('id').execute()).toEqual([{ id: 's' }]);
      const kept = (await db.introspection.getTables()).find(({ name }) => name === 'access_codes');
      expect(kept?.columns.map(({ name }) => name)).not.toContain('selector');
      // An index that another change had made is there too: making it again fails.
      const again = db.schema.createIndex('codes_by_dealership').on('access_codes').column('dealership_id').execute();
      await expect(again).rejects.toThrow('already exists');
    });
  });
});
