import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { openEarlier } from '../../../tests/support/earlier-database.ts';
import * as leadsAndOutbox from './0001-leads-and-outbox.ts';
import * as portal from './0002-portal.ts';
import * as endings from './0008-request-endings.ts';

const at = '2026-11-21T21:00:00.000Z';

eachEngineAlways((under) => {
  it('R35 links from before are their people’s, and the operator’s stays the operator’s', async () => {
    const { db, dialect } = await openEarlier(under, [leadsAndOutbox, portal]);
    await db.insertInto('shift_people').values({ id: 'p', name: 'Marlow Finch', created_at: at }).execute();
    await db.insertInto('dealerships').values({ id: 'd', name: 'n', phone: null, created_at: at }).execute();
    await db
      .insertInto('access_codes')
      .values({ id: 'c', selector: 'AAA', hash: 'h', dealership_id: 'd', created_at: at })
      .execute();
    const words = { reference: 'r', dealership_name: 'n', request_type: 't', additional_info: '', fingerprint: 'f' };
    const ids = { id: 'r', version: 1, code_id: 'c', dealership_id: 'd', texting: 'none' };
    await db
      .insertInto('agent_requests')
      .values({ ...words, ...ids, stored_at: at, expires_at: at })
      .execute();
    const link = (id: string, name: string) => ({ id, name, request_id: 'r', token_hash: id, created_at: at });
    await db
      .insertInto('agent_links')
      .values([link('1', 'Marlow Finch'), link('2', 'Boxline')])
      .execute();
    await endings.up(db, dialect);
    const { rows } = await sql`select id, person_id from agent_links order by id`.execute(db);
    expect(rows).toEqual([
      { id: '1', person_id: 'p' },
      { id: '2', person_id: null },
    ]);
  });
});
