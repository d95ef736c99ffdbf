/** The queries of requests and timers, with a long history: every read is bounded by an index. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import { createOverview } from '#server/outbox/overview.ts';
import { messageRecordKind } from '#server/outbox/record-kinds.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import {
  analyze,
  hearQueries,
  insertMany,
  statementsPlannedAnew,
  statementsReadingWhole,
} from '../../tests/support/heard-queries.ts';
import { type PortalApp, startPortal } from '../../tests/support/portal.ts';
import type { Storage } from './open.ts';

/** The tables that grow for as long as the server is used. The number of codes and dealerships is up to the operator. */
const growing = [
  'leads',
  'submissions',
  'messages',
  'agent_requests',
  'request_events',
  'agent_links',
  'portal_sessions',
  'alerts',
  'calls',
  'request_deals',
  'request_ticks',
  'request_hand_offs',
  'presence_changes',
  'figure_days',
  'up_spans',
];

/** Indexes that may be read whole, because they hold only open rows. */
const openOnly =
  /^(messages_(to_send|unfinished|leased|by_end|failed_untold|unsent_newest)|agent_requests_open\w*|alerts_open)$/;

const rows = 4000;
const yearMs = 365 * 24 * 3_600_000;
const dealers = Array.from({ length: 40 }, (_, n) => `dealer-${n}`);

/** Stores a year of finished leads, mail, alerts and requests, and a day of sessions. */
async function storeYear(storage: Storage, now: Date): Promise<void> {
  const at = (n: number) => new Date(now.getTime() - yearMs + (n * yearMs) / (rows + 10)).toISOString();
  const idOf = (kind: string, n: number) => `${kind}-${n}`;
  // Older sessions than a day have been deleted.
  const lately = (n: number) => new Date(now.getTime() - 3_600_000 - n * 10_000).toISOString();
  await storage.db
    .insertInto('dealerships')
    .values(dealers.map((id) => ({ id, name: id, created_at: at(0) })) as never)
    .execute();
  const lead = (n: number) => ({ kind: 'inquiry', answers: '{}', created_at: at(n) }) as const;
  await insertMany(storage, 'leads', rows, (n) => ({
    ...lead(n),
    id: idOf('lead', n),
    reference: `${n}`,
    flags: '[]',
    due_at: at(n),
  }));
  await insertMany(storage, 'submissions', rows, (n) => {
    const ids = { id: idOf('submission', n), lead_id: idOf('lead', n), fingerprint: `${n}` };
    return { ...lead(n), ...ids, submitted_date: '' };
  });
  await insertMany(storage, 'access_codes', rows, (n) => {
    const made = { id: idOf('code', n), number: n + 100, hash: `${n}`, created_at: at(n) };
    return { ...made, dealership_id: dealers[n % dealers.length] ?? null };
  });
  await insertMany(storage, 'portal_sessions', rows, (n) => {
    const ids = { id: idOf('session', n), token_hash: `${n}`, code_id: idOf('code', n) };
    return { ...ids, created_at: lately(n), expires_at: lately(n), ended_at: lately(n) };
  });
  await insertMany(storage, 'agent_requests', rows, (n) => ({
    id: idOf('request', n),
    version: n,
    reference: `${n}`,
    session_id: idOf('session', n),
    code_id: idOf('code', n),
    dealership_id: dealers[n % dealers.length] ?? '',
    dealership_name: '',
    request_type: 'active deal' as never,
    additional_info: '',
    fingerprint: `${n}`,
    sms_status: 'going' as const,
    created_at: at(n),
    expires_at: at(n),
    ended_at: at(n),
    outcome: 'done' as const,
  }));
  await insertMany(storage, 'agent_links', rows, (n) => {
    const ids = { id: idOf('link', n), request_id: idOf('request', n), token_hash: `${n}` };
    return { ...ids, name: '', created_at: at(n), asked_at: at(n) };
  });
  await insertMany(storage, 'request_events', rows, (n) => ({
    request_id: idOf('request', n),
    kind: 'stored' as const,
    at: at(n),
  }));
  await insertMany(storage, 'request_deals', rows, (n) => {
    return { request_id: idOf('request', n), version: 1, products: '[]', changed_at: at(n) };
  });
  await insertMany(storage, 'request_ticks', rows, (n) => {
    const tick = { request_id: idOf('request', n), item: 'menu', label: 'Signed menu' };
    return { ...tick, ticked_at: at(n), ticked_by: '', person_id: '' };
  });
  await insertMany(storage, 'request_hand_offs', rows, (n) => {
    const facts = { stage: 'accepted' as const, lender: '', products: '[]', open_stipulations: '', promised: '' };
    return { id: idOf('hand-off', n), request_id: idOf('request', n), from_name: '', at: at(n), ...facts };
  });
  await insertMany(storage, 'presence_changes', rows, (n) => {
    return { person_id: `person-${n % 30}`, state: 'available' as const, at: at(n), cause: 'person' as const };
  });
  await insertMany(storage, 'up_spans', rows, (n) => ({ id: idOf('span', n), started_at: at(n), seen_at: at(n) }));
  await insertMany(storage, 'calls', rows, (n) => {
    const about = {
      dealership_id: dealers[n % dealers.length] ?? '',
      dealership_name: '',
      request_type: 'active_deal' as const,
    };
    const facts = { note: '', disposition: 'test' as const, person_id: '', logged_by: '' };
    return { id: idOf('call', n), reference: `${n}`, ...about, ...facts, created_at: at(n) };
  });
  await insertMany(storage, 'alerts', rows, (n) => {
    const made = { id: idOf('alert', n), kind: 'expired' as never, about: `${n}`, request_id: idOf('request', n) };
    return { ...made, raised_at: at(n), handled_at: at(n) };
  });
  const sent = (n: number) =>
    ({ created_at: at(n), due_at: at(n), sent_at: at(n), state: 'sent', attempts: 1 }) as const;
  await insertMany(storage, 'messages', rows, (n) => {
    const about = {
      id: idOf('mail', n),
      kind: 'lead-confirmation',
      channel: 'mail',
      subject_id: idOf('submission', n),
    } as const;
    return { ...sent(n), ...about, recipient: `${n % 50}@x.example` };
  });
  await insertMany(storage, 'messages', rows, (n) => {
    const about = {
      id: idOf('text', n),
      kind: 'request-agent',
      channel: 'sms',
      subject_id: idOf('request', n),
    } as const;
    return { ...sent(n), ...about, detail_id: idOf('link', n), recipient: `+1207555${n % 50}` };
  });
  await analyze(storage);
}

/** Reads and writes requests as the desk does. */
async function useDesk({ context, ask, sessionFor, shared }: PortalApp): Promise<void> {
  const { agentRequests, boards, calls, figures } = context;
  const person = { personId: mintId(), name: 'Ana Ruiz' };
  const id = await ask(await sessionFor(shared.code));
  const { dealership_id: dealershipId = '' } = (await agentRequests.find(id)) ?? {};
  expect(await agentRequests.step('accept', id, person)).toBe(true);
  expect(await agentRequests.editDeal(id, person, { version: 0, patch: { lender: 'One' } })).toBe('written');
  expect(await agentRequests.tick(id, person, { item: 'menu', ticked: true })).toBe('written');
  expect(await agentRequests.editSheet(id, person, { version: 0, patch: { docFee: '1' } })).toBe('written');
  expect(await agentRequests.step('hand-off', id, person, { handOff: { ...nothingTold, to: null } })).toBe(true);
  const call = {
    id: mintId(),
    dealershipId,
    requestType: 'active_deal',
    note: '',
    disposition: 'test',
    minutes: 1,
  } as const;
  expect(await calls.log(call, person)).toMatchObject({ outcome: 'logged' });
  const reader = { personId: person.personId, works: true };
  expect(await boards.record(id, reader)).toMatchObject({ id, earlier: expect.any(Array) });
  expect(await boards.record(call.id, reader)).toMatchObject({ kind: 'call' });
  expect((await boards.rows()).waiting.map((row) => row.id)).toContain(id);
  expect((await figures.view({}))?.totals.requests).toBeGreaterThan(0);
  await figures.kept();
  expect((await figures.view({ period: 'four-weeks' }))?.totals.requests).toBeGreaterThan(0);
  for (const search of ['', sampleDealerships[0].name, 'a', (await agentRequests.find(id))?.reference ?? '']) {
    const first = await boards.search(search, undefined);
    expect(first?.rows.length, search).toBeGreaterThan(0);
    if (first?.cursor) await boards.search(search, first.cursor);
  }
}

eachEngineAlways((under) => {
  test('R50 no query of a request or a timer reads a table that grows from end to end', {
    timeout: 120_000,
  }, async () => {
    const quiet = await under.openStorage();
    const heard = hearQueries(quiet);
    let taken = 0;
    const sending = { send: async () => ({ kind: 'sent' as const, providerId: `SM${taken++}` }), close() {} };
    const env = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'desk@boxline.example',
      MAIL_TO: 'leads@boxline.example',
      TWILIO_ACCOUNT_SID: 'ACfake00000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'fake',
      TWILIO_FROM: '+12075550100',
      PUBLIC_URL: 'http://desk.example',
    };
    const overrides = { storage: heard.storage, mailTransport: sending, textTransport: sending };
    const portal = await startPortal(under, env, overrides);
    const { context, send } = portal;
    await storeYear(quiet, context.now());
    const own = await portal.ownCode(sampleDealerships[0].name);
    heard.clear();

    const submission_id = mintId();
    expect(await send('inquiry', inquiryParams({ submission_id }))).toMatchObject({ status: 200 });
    await send('inquiry', inquiryParams({ submission_id }));
    await send(
      'inquiry',
      inquiryParams({ submission_id: mintId(), amends: submission_id, phone_number: '2075550190' }),
    );
    await send('intake', intakeParams());
    await portal.open('WRONGWRONG22');
    for (const code of [portal.shared.code, own]) {
      const token = await portal.sessionFor(code);
      const id = await portal.ask(token);
      await portal.press(token);
      await context.delivery.runDue();
      await portal.current(token);
      await portal.view(token, id);
      const [link = '', other = ''] = Object.values(await portal.linksOf(id));
      await portal.agent(link);
      await portal.agent(link, 'accept');
      for (const step of ['connected', 'undo-connected', 'done', 'undo-done', 'hand-back'] as const) {
        expect((await portal.agent(link, step)).status, step).toBe(200);
      }
      for (const step of ['decline', 'accept', 'take-over', 'connected'] as const) await portal.agent(other, step);
      await context.agentRequests.giveAnydesk(id, '123456789');
      await context.agentRequests.cancel(id);
      await context.agentRequests.takeBack(id);
      await context.agentRequests.cancel(id);
      const sessions = await quiet.db.selectFrom('portal_sessions').select('id').limit(3).execute();
      await context.portal.openSessionIds(sessions.map((session) => session.id));
      await context.portal.activeCodeIds(['code-1', 'code-2']);
    }
    await useDesk(portal);
    await context.measured.load();
    await context.measured.refresh();
    await context.delivery.runDue();
    await context.agentRequests.sweep();
    await context.alerts.sweep();
    await context.portal.purgeExpired();
    await context.delivery.maintain();
    await context.delivery.unfinished();
    await context.delivery.unfinished('mail');
    const overview = createOverview(context.storage);
    // The desk looks up whole ids (R983). The end of an id is for `npm run outbox`, a process of its own.
    await overview.find(mintId(), 1);
    for (const state of ['held', 'waiting', 'unsure', 'sent', 'failed', 'expired'] as const) {
      await Array.fromAsync(overview.of(state, 10));
    }
    for (const outbox of Object.values(context.delivery.outboxes)) await outbox.retry('all');
    await messageRecordKind([]).due(context.storage.db, context.now().toISOString(), 10);

    const queries = heard.queries();
    expect(queries.length).toBeGreaterThan(60);
    const mayReadWhole = (index: string) => openOnly.test(index);
    expect(await statementsReadingWhole(quiet, queries, { growing, mayReadWhole })).toEqual([]);
    // PostgreSQL plans for the values in any case.
    if (quiet.engine === 'sqlite') expect(await statementsPlannedAnew(quiet, queries)).toEqual([]);
  });

  test('R50 every foreign key has an index', async () => {
    const { db, engine } = await under.openStorage();
    const query =
      engine === 'sqlite'
        ? sql<{ name: string; indexed: number }>`
            select t.name || '.' || f."from" as name, exists (
              select 1 from pragma_index_list(t.name) as i
              join pragma_index_info(i.name) as c on c.seqno = 0 and c.name = f."from"
              left join sqlite_master as m on m.name = i.name
              where i.partial = 0 or lower(m.sql) like '% where ' || f."from" || ' is not null'
                or lower(m.sql) like '% where "' || f."from" || '" is not null') as indexed
            from sqlite_master as t join pragma_foreign_key_list(t.name) as f where t.type = 'table'`
        : sql<{ name: string; indexed: boolean }>`
            select c.conrelid::regclass || '.' || a.attname as name, exists (
              select 1 from pg_index as i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
                and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')) as indexed
            from pg_constraint as c
            join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f'`;
    const { rows: keys } = await query.execute(db as never);
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter(({ indexed }) => !indexed).map(({ name }) => name)).toEqual([]);
  });
});
