import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as names from './0013-names.ts';

const at = (minute: number) => `2026-11-21T21:0${minute}:00.000Z`;

eachEngineAlways((under) => {
  it('columns that got their new names keep their values and their indexes', async () => {
    const { storage, db } = await openEarlier(under, migrationsBefore('0013'));
    const lead = {
      id: 'l',
      kind: 'intake',
      reference: 'r',
      answers: '{}',
      flags: '[]',
      search: '',
      received_at: at(1),
    };
    await db.insertInto('leads').values(lead).execute();
    const submission = { kind: 'intake', fingerprint: 'f', answers: '{}', submitted_date: '', received_at: at(2) };
    await db
      .insertInto('submissions')
      .values({ ...submission, id: 's', lead_id: 'l' })
      .execute();
    await db
      .insertInto('dealerships')
      .values({ id: 'd', name: 'n', name_key: 'n', created_at: at(0) })
      .execute();
    await db
      .insertInto('access_codes')
      .values({ id: 'c', number: 1, hash: 'h', created_at: at(0) })
      .execute();
    const ids = { id: 'r', version: 1, code_id: 'c', dealership_id: 'd', reference: 'r', fingerprint: 'f' };
    const words = { dealership_name: 'n', request_type: 't', additional_info: '' };
    await db
      .insertInto('agent_requests')
      .values({ ...ids, ...words, texting: 'capped', stored_at: at(3), expires_at: at(4) })
      .execute();
    await db
      .insertInto('request_events')
      .values({ request_id: 'r', kind: 'stored', at: at(3) })
      .execute();

    const columnsOfIndexes = async () => {
      const { rows } = await sql<{ name: string; definition: string }>`${sql.raw(
        under.engine === 'postgres'
          ? `select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema()`
          : `select name, sql as definition from sqlite_master where type = 'index' and sql is not null`,
      )}`.execute(db);
      return new Map(rows.map(({ name, definition }) => [name, definition]));
    };
    const indexes = await columnsOfIndexes();

    await storage.db.transaction().execute((trx) => names.up(trx as never));

    expect(await db.selectFrom('leads').select(['id', 'created_at']).execute()).toEqual([
      { id: 'l', created_at: at(1) },
    ]);
    expect(await db.selectFrom('submissions').select(['id', 'created_at']).execute()).toEqual([
      { id: 's', created_at: at(2) },
    ]);
    expect(await db.selectFrom('agent_requests').select(['id', 'created_at', 'sms_status']).execute()).toEqual([
      { id: 'r', created_at: at(3), sms_status: 'capped' },
    ]);
    expect(await db.selectFrom('request_events').select('request_id').execute()).toEqual([{ request_id: 'r' }]);
    const renamed = await columnsOfIndexes();
    expect([...renamed.keys()].sort()).toEqual([...indexes.keys()].sort());
    for (const name of ['leads_by_arrival', 'submissions_by_fingerprint', 'agent_requests_by_arrival']) {
      expect(renamed.get(name)).toMatch(/created_at/);
    }
    for (const definition of renamed.values()) expect(definition).not.toMatch(/received_at|stored_at/);
  });
});
