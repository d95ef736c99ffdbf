import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as figures from './0024-figures.ts';

const second = (n: number) => new Date(Date.parse('2026-11-21T21:06:00.000Z') + n * 1000).toISOString();

/** Histories of requests, and what is to be read from each: first acceptance, whose, first Connected, missed. */
const histories = {
  plain: [
    ['accepted 8', 'connected 60', 'done 900'],
    ['accepted 8', 'Ana', 'connected 60', null],
  ],
  'given back': [
    ['accepted 8', 'handed-back 20', 'accepted 30 Ben', 'connected 40 Ben', 'done 900 Ben'],
    [8, 'Ana', 40, null],
  ],
  undone: [
    ['accepted 8', 'connected 10', 'connected-undone 12', 'connected 70', 'done 900'],
    [8, 'Ana', 70, null],
  ],
  missed: [['expired 900'], [null, null, null, 900]],
  cancelled: [['cancelled 30'], [null, null, null, 30]],
  'cancelled late': [
    ['accepted 8', 'cancelled 30'],
    [8, 'Ana', null, null],
  ],
  'opened again': [
    ['expired 900', 'opened-again 1000', 'connected 1010', 'done 2000'],
    [null, null, null, 900],
  ],
  'of a restore': [['expired 900 a backup was restored'], [null, null, null, null]],
  running: [['accepted 8'], [8, 'Ana', null, null]],
} as const;

const secondOf = (of: string | number | null): string | null =>
  of === null ? null : second(Number(/\d+/.exec(String(of))?.[0]));

eachEngineAlways((under) => {
  it('R130 what the figures count of earlier requests is read from their histories', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0024'));
    await db
      .insertInto('dealerships')
      .values({ id: 'd', name: 'Dealer', name_key: 'dealer', created_at: second(0) })
      .execute();
    await db
      .insertInto('access_codes')
      .values({ id: 'c', number: 1, hash: 'h', created_at: second(0) })
      .execute();
    for (const [id, [events]] of Object.entries(histories)) {
      const about = { dealership_id: 'd', dealership_name: 'Dealer', request_type: 'active_deal', additional_info: '' };
      const facts = { code_id: 'c', reference: id, fingerprint: id, sms_status: 'none', version: 1 };
      await db
        .insertInto('agent_requests')
        .values({ id, ...about, ...facts, created_at: second(0), expires_at: second(900) })
        .execute();
      for (const name of ['Ana', 'Ben']) {
        const link = { id: `${id} ${name}`, request_id: id, name, token_hash: `${id} ${name}` };
        await db
          .insertInto('agent_links')
          .values({ ...link, created_at: second(0), asked_at: second(0) })
          .execute();
      }
      for (const event of ['stored 0', ...events]) {
        const [kind, at, ...detail] = event.split(' ');
        const by = detail.join(' ') || 'Ana';
        await db
          .insertInto('request_events')
          .values({
            request_id: id,
            kind,
            at: second(Number(at)),
            detail: kind === 'expired' && by === 'Ana' ? null : by,
          })
          .execute();
      }
    }

    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => figures.up(trx as never, dialect)),
    );

    const columns = ['id', 'first_accepted_at', 'first_accepted_link_id', 'first_connected_at', 'missed_at'] as const;
    const rows = await db.selectFrom('agent_requests').select(columns).execute();
    const found = Object.fromEntries(rows.map(({ id, ...rest }) => [id, Object.values(rest)]));
    for (const [id, [, [accepted, by, connected, missed]]] of Object.entries(histories)) {
      const link = by === null ? null : `${id} ${by}`;
      expect(found[id], id).toEqual([secondOf(accepted), link, secondOf(connected), secondOf(missed)]);
    }
  });
});
