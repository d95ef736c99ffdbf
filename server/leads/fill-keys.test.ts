import { expect, it } from 'vitest';
import { contactPromiseMs } from '#contract/desk/leads.ts';
import * as leadWork from '#server/database/migrations/0020-lead-work.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../tests/support/earlier-database.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';
import { createLeadKeys } from './fill-keys.ts';
import { forms } from './messages/samples.ts';

const leads = 250;

eachEngine((under) => {
  it('R103 leads from before there were keys get them, once, however many servers write them', async () => {
    const storage = await under.openStorage();
    for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
    const errors: unknown[] = [];
    const keys = createLeadKeys({ storage, forms, now: () => new Date(), onError: (error) => errors.push(error) });
    await Promise.all([keys.fill(), keys.fill()]);
    await keys.fill();
    const names = await storage.db.selectFrom('lead_keys').select('value').where('kind', '=', 'name').execute();
    expect(names).toHaveLength(leads);
    expect(names.map(({ value }) => value)).toContain('dealer 7');
    const left = await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute();
    expect([left, errors]).toEqual([[], []]);
  });

  it('R99 a lead from before the desk worked on leads is new, and was to be contacted a day after it came', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0020'));
    const created_at = '2026-11-21T21:06:00.123Z';
    const lead = { id: 'l', kind: 'inquiry', reference: 'BX-1', answers: '{}', flags: '[]', search: '', created_at };
    await db.insertInto('leads').values(lead).execute();
    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => leadWork.up(trx as never, dialect)),
    );
    expect(await db.selectFrom('leads').selectAll().execute()).toMatchObject([
      {
        status: 'new',
        version: 1,
        due_at: new Date(Date.parse(created_at) + contactPromiseMs).toISOString(),
        owner_id: null,
        keyed_at: null,
      },
    ]);
  });
});
