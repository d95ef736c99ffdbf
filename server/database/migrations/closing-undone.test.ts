import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as closingUndone from './0049-closing-undone.ts';

const at = '2026-11-21T21:06:00.000Z';

eachEngineAlways((under) => {
  it('a Done that was taken back in an earlier version has the name of today in the history of its request', async () => {
    const { db } = await openEarlier(under, migrationsBefore('0049'));
    await db
      .insertInto('dealerships')
      .values({ id: 'd', name: 'd', name_key: 'd', created_at: at, version: 0 })
      .execute();
    await db.insertInto('access_codes').values({ id: 'c', number: 1, hash: 'h', created_at: at }).execute();
    const names = { id: 'r', reference: 'r', fingerprint: 'r', dealership_id: 'd', dealership_name: 'n' };
    const times = { created_at: at, expires_at: at };
    await db
      .insertInto('agent_requests')
      .values({
        ...names,
        ...times,
        version: 1,
        code_id: 'c',
        request_type: 't',
        additional_info: '',
        sms_status: 'going',
      })
      .execute();
    const kinds = ['stored', 'closing', 'reopened', 'closing', 'done', 'opened-again'];
    await db
      .insertInto('request_events')
      .values(kinds.map((kind) => ({ request_id: 'r', kind, at })))
      .execute();
    await closingUndone.up(db);
    const { rows } = await sql<{ kind: string }>`select kind from request_events order by seq`.execute(db);
    expect(rows.map(({ kind }) => kind)).toEqual(kinds.map((kind) => (kind === 'reopened' ? 'closing-undone' : kind)));
  });
});
