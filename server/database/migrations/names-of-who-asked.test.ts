import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as namesOfWhoAsked from './0044-names-of-who-asked.ts';

const at = '2026-11-21T21:06:00.000Z';

eachEngineAlways((under) => {
  it('R690 a request whose notes ended while the name of who asked stayed is taken once more', async () => {
    const { storage, db } = await openEarlier(under, migrationsBefore('0044'));
    await db
      .insertInto('dealerships')
      .values({ id: 'd', name: 'n', name_key: 'n', created_at: at, version: 0 })
      .execute();
    await db.insertInto('access_codes').values({ id: 'c', number: 1, hash: 'h', created_at: at }).execute();
    const row = { version: 1, code_id: 'c', dealership_id: 'd', dealership_name: 'n', request_type: 't' };
    const times = { sms_status: 'going', created_at: at, expires_at: at, ended_at: at };
    const add = (id: string, rest: object) =>
      db
        .insertInto('agent_requests')
        .values({ ...row, ...times, id, reference: id, fingerprint: id, additional_info: '', ...rest })
        .execute();
    await add('named', { callback_name: 'Ana', notes_erased_at: at });
    await add('nameless', { callback_name: null, notes_erased_at: at });
    await add('young', { callback_name: 'Ana', notes_erased_at: null });

    await storage.db.transaction().execute((trx) => namesOfWhoAsked.up(trx as never));

    const rows = await db.selectFrom('agent_requests').select(['id', 'notes_erased_at']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'named', notes_erased_at: null },
      { id: 'nameless', notes_erased_at: at },
      { id: 'young', notes_erased_at: null },
    ]);
  });
});
