import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { openEarlier } from '../../../tests/support/earlier-database.ts';
import * as leadsAndOutbox from './0001-leads-and-outbox.ts';
import * as portal from './0002-portal.ts';
import * as dealerships from './0010-dealerships.ts';

const at = '2026-11-21T21:00:00.000Z';

eachEngineAlways((under) => {
  it('R37 dealerships from before keep their codes and requests, and two may share a name from then on', async () => {
    const { storage, db, dialect } = await openEarlier(under, [leadsAndOutbox, portal]);
    const old = { id: 'd', name: ' Harbor  Point MOTORS', phone: '207 555 0138', created_at: at };
    await db.insertInto('dealerships').values(old).execute();
    const code = { id: 'c', selector: 'AAA', hash: 'h', dealership_id: 'd', created_at: at };
    await db.insertInto('access_codes').values(code).execute();
    const words = { reference: 'r', dealership_name: 'n', request_type: 't', additional_info: '', fingerprint: 'f' };
    const ids = { id: 'r', version: 1, code_id: 'c', dealership_id: 'd', texting: 'none' };
    await db
      .insertInto('agent_requests')
      .values({ ...words, ...ids, stored_at: at, expires_at: at })
      .execute();

    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => dealerships.up(trx as never, dialect)),
    );
    expect(await db.selectFrom('dealerships').selectAll().execute()).toEqual([
      { ...old, name_key: 'harbor point motors', zone: null, sample_at: null, removed_at: null },
    ]);
    expect(
      await db.selectFrom('agent_requests').select(['dealership_id', 'same_named', 'callback_name']).execute(),
    ).toEqual([{ dealership_id: 'd', same_named: null, callback_name: null }]);
    await db
      .insertInto('dealerships')
      .values({ ...old, id: 'e', name_key: 'harbor point motors' })
      .execute();
    await expect(db.deleteFrom('dealerships').where('id', '=', 'd').execute()).rejects.toThrow(/constraint/i);
    await expect(
      db
        .insertInto('access_codes')
        .values({ ...code, id: 'x', selector: 'B', dealership_id: 'gone' })
        .execute(),
    ).rejects.toThrow(/constraint/i);
  });
});
