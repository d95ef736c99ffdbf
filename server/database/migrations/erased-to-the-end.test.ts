import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { idsMatching } from '#server/search/service.ts';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as erasedToTheEnd from './0048-erased-to-the-end.ts';

const at = '2026-11-21T21:06:00.000Z';

eachEngineAlways((under) => {
  it('R1041 R1042 names in the history become ids or go, and what was typed of a deal is blanked or found', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0048'));
    await db
      .insertInto('dealerships')
      .values(['d', 'e'].map((id) => ({ id, name: id, name_key: id, created_at: at, version: 0 })))
      .execute();
    const contact = (id: string, dealership_id: string, place: number, name: string) => ({
      id,
      dealership_id,
      place,
      name,
      role: '',
    });
    await db
      .insertInto('dealership_contacts')
      .values([
        contact('ana', 'd', 0, 'Ana'),
        contact('bo', 'd', 1, 'Bo'),
        contact('other-bo', 'd', 2, 'Bo'),
        contact('cy', 'e', 0, 'Cy'),
      ])
      .execute();
    const event = (id: string, kind: string, ...detail: string[]) => ({
      id,
      kind,
      dealership_id: 'd',
      at,
      detail: JSON.stringify(detail),
    });
    await db
      .insertInto('dealership_events')
      .values([
        event('1', 'link-sent', 'Ana'),
        event('2', 'link-sent', 'Bo'),
        event('3', 'link-sent', 'Cy'),
        event('4', 'made', 'Ana'),
      ])
      .execute();
    await db.insertInto('access_codes').values({ id: 'c', number: 1, hash: 'h', created_at: at }).execute();
    const row = { version: 1, code_id: 'c', dealership_id: 'd', dealership_name: 'n', request_type: 't' };
    const times = { sms_status: 'going', created_at: at, expires_at: at, ended_at: at };
    for (const [id, erased_at] of [
      ['erased', at],
      ['kept', null],
      ['bare', null],
    ] as const) {
      await db
        .insertInto('agent_requests')
        .values({ ...row, ...times, id, reference: id, fingerprint: id, additional_info: '', erased_at })
        .execute();
      const typed = id === 'bare' ? {} : { dms_deal_number: 'D-118', stock_number: 'Kestrel', lender: 'Harborline' };
      await db
        .insertInto('request_deals')
        .values({ request_id: id, version: 1, products: '[]', minutes: 9, changed_at: at, ...typed })
        .execute();
    }
    const found = { kind: 'request', id: 'kept', text: 'asked by quillon' };
    await db
      .insertInto('search_texts')
      .values(under.engine === 'sqlite' ? { ...found, n: 2 * 2 ** 40 + 1 } : found)
      .execute();

    await db.updateTable('agent_requests').set({ missed_at: at }).execute();
    const cancelled = { request_id: 'kept', at, kind: 'cancelled', detail: 'another request took its place' };
    await db.insertInto('request_events').values(cancelled).execute();
    if (under.engine === 'sqlite') await sql`pragma user_version = 1`.execute(db);

    await storage.db.transaction().execute((trx) => erasedToTheEnd.up(trx as never, dialect));

    const missed = await db.selectFrom('agent_requests').select('id').where('missed_at', 'is', null).execute();
    expect(missed).toEqual([{ id: 'kept' }]);
    // The next start writes a file anew from which something was erased.
    expect(await storage.writeAnew()).toBe(under.engine === 'sqlite');
    const events = await db.selectFrom('dealership_events').select(['id', 'detail']).orderBy('id').execute();
    expect(events.map(({ detail }) => JSON.parse(detail))).toEqual([['ana'], [], [], ['Ana']]);
    const deals = await db.selectFrom('request_deals').selectAll().orderBy('request_id').execute();
    expect(deals).toMatchObject([
      { request_id: 'bare', minutes: 9 },
      { request_id: 'erased', dms_deal_number: null, stock_number: null, lender: null, minutes: 9 },
      { request_id: 'kept', dms_deal_number: 'D-118', stock_number: 'Kestrel', lender: 'Harborline' },
    ]);
    for (const typed of ['d-118', 'kestrel', 'harborline', 'quillon']) {
      expect(await idsMatching(storage.db, 'request', typed, 9), typed).toEqual(['kept']);
    }
  });
});
