import { expect, it } from 'vitest';
import { eachEngineAlways } from '../../../tests/support/each-engine.ts';
import { migrationsBefore, openEarlier } from '../../../tests/support/earlier-database.ts';
import * as messageSubjects from './0014-message-subjects.ts';

const at = '2026-11-21T21:00:00.000Z';
const later = '2026-11-21T21:15:00.000Z';

eachEngineAlways((under) => {
  it('R16 messages from before keep what they are about, their state and their times, and alerts their kind', async () => {
    const { storage, db, dialect } = await openEarlier(under, migrationsBefore('0014'));
    const insert = (table: string, ...rows: object[]) => db.insertInto(table).values(rows).execute();
    const answers = { kind: 'inquiry', answers: '{}', created_at: at };
    await insert('leads', { ...answers, id: 'lead', reference: 'r', flags: '[]', search: '' });
    await insert('submissions', { ...answers, id: 's', lead_id: 'lead', fingerprint: 'f', submitted_date: '' });
    await insert('dealerships', { id: 'd', name: 'n', name_key: 'n', created_at: at });
    await insert('access_codes', { id: 'c', number: 1, hash: 'h', created_at: at });
    const asked = {
      dealership_name: 'n',
      request_type: 't',
      additional_info: '',
      fingerprint: 'f',
      sms_status: 'going',
    };
    const ids = { id: 'r', version: 1, reference: 'r', code_id: 'c', dealership_id: 'd' };
    await insert('agent_requests', { ...asked, ...ids, created_at: at, expires_at: later });
    await insert('agent_links', { id: 'l', request_id: 'r', name: 'n', token_hash: 'h', created_at: at, asked_at: at });
    const raised = { about: 'x', raised_at: at };
    await insert('alerts', { ...raised, id: 'a', kind: 'mail-stuck' });
    await insert('alerts', { ...raised, id: 'b', kind: 'text-stuck' });
    await insert('alerts', { ...raised, id: 'e', kind: 'wrong-codes' });

    const common = { recipient: 'a@x.example', created_at: at, due_at: at, attempts: 2 };
    const lead = { ...common, kind: 'lead-operator', channel: 'mail', submission_id: 's', counts_for: 'a@x.example' };
    const text = { ...common, kind: 'request-agent', channel: 'sms', request_id: 'r', link_id: 'l' };
    await insert('messages', { ...lead, id: '1', state: 'stuck', last_error: 'no', stuck_told_at: at });
    await insert('messages', {
      ...text,
      id: '2',
      state: 'unsure',
      unsure_at: at,
      expires_at: later,
      retried_at: later,
    });
    await insert('messages', { ...text, id: '3', state: 'sent', sent_at: at, provider_id: 'SM', delivered_at: later });
    await insert('messages', { ...common, id: '4', kind: 'alert', channel: 'mail', alert_id: 'a', state: 'waiting' });
    await db.updateTable('messages').set({ lease_token: 't', lease_until: later }).where('id', '=', '4').execute();
    const before = await db.selectFrom('messages').selectAll().orderBy('id').execute();

    await dialect.migrating(storage.db, () =>
      storage.db.transaction().execute((trx) => messageSubjects.up(trx as never, dialect)),
    );
    const now = await db.selectFrom('messages').selectAll().orderBy('id').execute();
    const expected = before.map(({ submission_id, request_id, alert_id, link_id, stuck_told_at, ...row }) => ({
      ...row,
      state: row['state'] === 'stuck' ? 'failed' : row['state'],
      subject_id: submission_id ?? request_id ?? alert_id,
      detail_id: link_id,
      failure_told_at: stuck_told_at,
    }));
    expect(now).toEqual(expected);
    expect(now.map(({ subject_id }) => subject_id)).toEqual(['s', 'r', 'r', 'a']);
    expect(
      (await db.selectFrom('alerts').select(['id', 'kind']).orderBy('id').execute()).map(({ kind }) => kind),
    ).toEqual(['mail-failed', 'text-failed', 'wrong-codes']);
    // The defaults and constraints are there as before.
    await insert('messages', {
      ...common,
      attempts: undefined,
      id: '5',
      kind: 'k',
      channel: 'mail',
      state: 'waiting',
      subject_id: 'x',
    });
    await expect(
      insert('messages', { ...common, id: '6', kind: 'k', channel: 'mail', state: 'waiting' }),
    ).rejects.toThrow(/null/i);
    expect(
      (await db.selectFrom('messages').select('attempts').where('id', '=', '5').executeTakeFirst())?.attempts,
    ).toBe(0);
  });
});
