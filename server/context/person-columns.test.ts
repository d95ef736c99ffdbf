/**
 * A person's request searches every column that holds something about a person, or the map says why not. For each searched column,
 * the test writes a mark as the server does, and the request has to find it.
 */
import { expect, it } from 'vitest';
import { deskRequestsPath } from '#contract/desk/board.ts';
import type { ItemKind } from '#contract/desk/person-request.ts';
import { mintId } from '#contract/reference.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { type PersonDesk, startPersonDesk } from '../../tests/support/person.ts';
import { dealer } from '../../tests/support/portal.ts';
import type { Tables } from '../database/tables.ts';
import { writeSearchable } from '../dealerships/searchable.ts';
import type { ColumnUse } from '../record-kind.ts';
import { retentionMap } from './retention-map.ts';

interface Mark {
  readonly name: string;
  readonly mail: string;
  readonly phone: string;
}

/** The letters and digits of a text. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Writes a mark, and returns which of its parts to search for. */
type Write = (server: PersonDesk, mark: Mark) => Promise<keyof Mark>;

const marked = (n: number): Mark => {
  const letters = String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
  return {
    name: `Quillon Mark${letters}`,
    mail: `mark${letters}@marked.example`,
    phone: `(207) 555-01${String(n).padStart(2, '0')}`,
  };
};

const portalIds = new WeakMap<PersonDesk, Promise<string>>();

/** The portal's dealership, whatever its name is now. */
function dealershipId(server: PersonDesk): Promise<string> {
  const { db } = server.context.storage;
  const one = db.selectFrom('dealerships').select('id').where('name', '=', dealer.name);
  const found = portalIds.get(server) ?? one.executeTakeFirstOrThrow().then(({ id }) => id);
  portalIds.set(server, found);
  return found;
}

const edit =
  (by: keyof Mark, patch: (mark: Mark) => object, idOf = dealershipId): Write =>
  async (server, mark) => {
    const outcome = await server.context.dealerships.edit(null, { id: await idOf(server) }, patch(mark));
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome));
    return by;
  };

/** Edits a dealership that asks for no agent. */
const ofOther = (by: keyof Mark, patch: (mark: Mark) => object): Write =>
  edit(by, patch, async (server) => {
    const own = await dealershipId(server);
    return (await server.context.dealerships.list()).find(({ id }) => id !== own)?.id ?? '';
  });

const contact = (by: keyof Mark, values: (mark: Mark) => object): Write =>
  edit(by, (mark) => ({
    contacts: [{ id: mintId(), name: 'N', role: '', phone: '', mail: '', consentSubmissionId: null, ...values(mark) }],
  }));

async function post(server: PersonDesk, path: string, body: object, cookie = server.admin.cookie) {
  const answer = await server.desk('POST', path, { cookie, body });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
}

const askWith =
  (by: keyof Mark, values: (mark: Mark) => Record<string, string>): Write =>
  async (server, mark) => {
    await server.ask(await server.sessionFor(server.shared.code), values(mark));
    return by;
  };

/** Writes something into a request that a finance manager has accepted. */
const working =
  (step: string, body: (mark: Mark) => object): Write =>
  async (server, mark) => {
    const id = await server.ask(await server.sessionFor(server.shared.code));
    await post(server, `${deskRequestsPath}/${id}/accept`, {});
    await post(server, `${deskRequestsPath}/${id}/${step}`, body(mark));
    return 'name';
  };

const handOff = (values: (mark: Mark) => object) =>
  working('hand-off', (mark) => ({
    stage: 'accepted',
    lender: '',
    products: [],
    openStipulations: '',
    promised: '',
    to: null,
    ...values(mark),
  }));

/** A staff member whose name is the mark does something with a request. */
const staffDoes =
  (...steps: readonly (readonly [string, object])[]): Write =>
  async (server, mark) => {
    const who = await server.signInAs('agent', { name: mark.name });
    const id = await server.ask(await server.sessionFor(server.shared.code));
    for (const [step, body] of steps) await post(server, `${deskRequestsPath}/${id}/${step}`, body, who.cookie);
    return 'name';
  };

const handedTo: Write = async (server, mark) => {
  const who = await server.signInAs('agent', { name: mark.name });
  const id = await server.ask(await server.sessionFor(server.shared.code));
  await post(server, `${deskRequestsPath}/${id}/accept`, {});
  await post(server, `${deskRequestsPath}/${id}/hand-off`, { ...nothingTold, to: who.personId });
  return 'name';
};

/** Writes a row directly. For columns that are read exactly as they are stored. */
const row =
  (by: keyof Mark, write: (server: PersonDesk, mark: Mark) => Promise<unknown>): Write =>
  async (server, mark) => {
    await write(server, mark);
    return by;
  };

const e164 = (phone: string): string => `+1${phone.replace(/\D/g, '')}`;

/** Writes a link to an access code, and its message. */
const link = (by: keyof Mark): Write =>
  row(by, async (server, { name, mail, phone }) => {
    const { storage, now } = server.context;
    const id = mintId();
    const time = now().toISOString();
    const to = by === 'name' ? { contact_name: name } : by === 'mail' ? { mail } : { phone: e164(phone) };
    const times = { created_at: time, expires_at: time };
    const values = { id, token_hash: id, contact_name: 'N', grace_hours: 0, ...times, ...to };
    await storage.db
      .insertInto('code_links')
      .values({ ...values, dealership_id: await dealershipId(server) })
      .execute();
    if (by !== 'name')
      await messageRow(server, by === 'mail' ? mail : e164(phone), { kind: 'code-link', subject_id: id });
  });

const messageRow = (server: PersonDesk, recipient: string, values: object) => {
  const at = server.context.now().toISOString();
  const message = { id: mintId(), channel: 'mail', kind: 'alert', subject_id: mintId(), state: 'sent', recipient };
  return server.context.storage.db
    .insertInto('messages')
    .values({ ...message, created_at: at, due_at: at, ...values } as never)
    .execute();
};

const person = (by: keyof Mark, values: (mark: Mark) => object): Write =>
  row(by, async (server, mark) => {
    const { id } = await server.addPerson('agent');
    await server.context.storage.db.updateTable('people').set(values(mark)).where('id', '=', id).execute();
  });

/** Writes a row that belongs to a staff member. */
const ofStaff = (
  table: 'staff_passkeys' | 'staff_notices' | 'schedule_exceptions',
  values: (mark: Mark, personId: string) => object,
): Write =>
  row('name', async (server, mark) => {
    const { id } = await server.addPerson('agent');
    await server.context.storage.db
      .insertInto(table)
      .values({ person_id: id, ...values(mark, id) } as never)
      .execute();
  });

const at = '2026-11-21T12:00:00.000Z';

const writers: Readonly<Record<string, Write>> = {
  'code_links.contact_name': link('name'),
  'code_links.mail': link('mail'),
  'code_links.phone': link('phone'),
  'dealerships.name': ofOther('name', ({ name }) => ({ name: `${name} Motors` })),
  'dealerships.phone': ofOther('phone', ({ phone }) => ({ phone })),
  'dealerships.address': ofOther('name', ({ name }) => ({ address: `c/o ${name}` })),
  'dealerships.website': ofOther('name', ({ name }) => ({
    website: `https://marked.example/${name.replace(' ', '/')}`,
  })),
  'dealership_contacts.name': contact('name', ({ name }) => ({ name })),
  'dealership_contacts.role': contact('name', ({ name }) => ({ role: `Assistant of ${name}` })),
  'dealership_contacts.phone': contact('phone', ({ phone }) => ({ phone })),
  'dealership_contacts.mail': contact('mail', ({ mail }) => ({ mail })),
  'dealership_contacts.consent_phone': row('phone', async (server, { phone }) => {
    await contact('name', ({ name }) => ({ name }))(server, marked(0));
    const id = await dealershipId(server);
    const { storage } = server.context;
    const of = storage.db.updateTable('dealership_contacts').set({ consent_phone: e164(phone) });
    await of.where('dealership_id', '=', id).execute();
    await storage.transaction((trx) => writeSearchable(trx, id));
  }),
  'store_sheets.fields': working('sheet', ({ name }) => ({ version: 0, patch: { whoSigns: `${name}, late` } })),
  'test_sends.recipient': row('mail', (server, { mail }) =>
    server.context.storage.db
      .insertInto('test_sends')
      .values({ id: mintId(), kind: 'mail', recipient: mail, created_at: at })
      .execute(),
  ),
  'test_sends.said': row('mail', (server, { mail }) =>
    server.context.storage.db
      .insertInto('test_sends')
      .values({
        id: mintId(),
        kind: 'mail',
        recipient: 'x@y.example',
        said: `550 <${mail}> is unknown`,
        created_at: at,
      })
      .execute(),
  ),
  'leads.answers': row('mail', (server, { mail }) => server.addLead({ email: mail })),
  'lead_keys.value': row('mail', async (server, { mail }) => {
    await server.addLead({ email: mail });
    await server.context.leadIndexing.update();
  }),
  'submissions.answers': row('mail', async (server, { mail }) => {
    const lead = await server.addLead({ email: mail });
    await server.amend(lead, { email: 'other@marked.example' });
  }),
  'lead_events.detail': row('name', async (server, { name }) => server.note(await server.addLead(), `Ask for ${name}`)),
  'lead_events.by_name': row('name', async (server, { name }) => {
    const { personId } = await server.signInAs('manager', { name });
    await server.context.leadWork.note({ personId, name } as never, await server.addLead(), {
      id: mintId(),
      text: 'x',
    });
  }),
  'messages.recipient': row('mail', (server, { mail }) => messageRow(server, mail, {})),
  'messages.counts_for': row('mail', (server, { mail }) => messageRow(server, `Mark <${mail}>`, { counts_for: mail })),
  'people.name': person('name', ({ name }) => ({ name })),
  'people.phone': person('phone', ({ phone }) => ({ phone })),
  'people.mail': person('mail', ({ mail }) => ({ mail })),
  'agent_requests.dealer_phone': row('phone', async (server, { phone }) => {
    await edit('phone', () => ({ phone }))(server, marked(0));
    await server.ask(await server.sessionFor(server.shared.code));
  }),
  'agent_requests.additional_info': askWith('name', ({ name }) => ({ additionalInfo: `For ${name}` })),
  'agent_requests.callback_name': askWith('name', ({ name }) => ({ callback_name: name })),
  'agent_requests.accepted_by': staffDoes(['accept', {}]),
  'agent_requests.handed_back_by': staffDoes(['accept', {}], ['hand-back', {}]),
  'agent_requests.waits_for': handedTo,
  'agent_requests.closing_note': working('deal', ({ name }) => ({ version: 0, patch: { note: `With ${name}` } })),
  'agent_links.name': staffDoes(['accept', {}]),
  'request_deals.dms_deal_number': working('deal', ({ name }) => ({ version: 0, patch: { dmsDealNumber: name } })),
  'request_deals.stock_number': working('deal', ({ name }) => ({ version: 0, patch: { stockNumber: `For ${name}` } })),
  'request_deals.lender': working('deal', ({ name }) => ({ version: 0, patch: { lender: `Bank of ${name}` } })),
  'request_deals.not_billed_reason': working('deal', ({ name }) => ({
    version: 0,
    patch: { notBilledReason: `A favour to ${name}` },
  })),
  'request_ticks.ticked_by': staffDoes(['accept', {}], ['jacket', { item: 'ofac', ticked: true }]),
  'request_hand_offs.from_name': staffDoes(['accept', {}], ['hand-off', { ...nothingTold, to: null }]),
  'request_hand_offs.to_name': handedTo,
  'request_hand_offs.lender': handOff(({ name }) => ({ lender: `Bank of ${name}` })),
  'request_hand_offs.open_stipulations': handOff(({ name }) => ({ openStipulations: `Income of ${name}` })),
  'request_hand_offs.promised': handOff(({ name }) => ({ promised: `A call to ${name}` })),
  'calls.note': row('name', async (server, { name }) => logCall(server, `${name} called`, server.admin)),
  'calls.logged_by': row('name', async (server, { name }) =>
    logCall(server, 'x', await server.signInAs('agent', { name })),
  ),
  'legal_holds.reason': row('name', (server, { name }) =>
    server.context.storage.db
      .insertInto('legal_holds')
      .values({ id: mintId(), kind: 'lead', subject_id: 'x', reason: `Suit of ${name}`, set_at: at })
      .execute(),
  ),
  'schedule_exceptions.note': ofStaff('schedule_exceptions', ({ name }) => ({
    date: '2026-11-22',
    periods: '[]',
    note: `Instead of ${name}`,
    version: 1,
    changed_at: at,
  })),
  'settings.value': row('mail', (server, { mail }) =>
    server.context.storage.db
      .insertInto('settings')
      .values({ name: 'alert-recipients', value: JSON.stringify([{ kind: 'mail', value: mail }]), changed_at: at })
      .execute(),
  ),
  'staff_passkeys.name': ofStaff('staff_passkeys', ({ name }) => ({
    id: mintId(),
    name: `Telephone of ${name}`,
    public_key: 'x',
    counter: 0,
    transports: '[]',
    device_type: 'singleDevice',
    created_at: at,
  })),
  'staff_notices.device': ofStaff('staff_notices', ({ name }, id) => ({
    id: mintId(),
    kind: 'new-device',
    about_id: id,
    device: `Browser of ${name}`,
    created_at: at,
  })),
  'staff_invitations.accepted_name': row('name', async (server, { name }) => {
    const { id } = await server.addPerson('agent');
    const { db } = server.context.storage;
    const link = { id: mintId(), kind: 'invitation', token_hash: mintId(), person_id: id } as const;
    await db
      .insertInto('staff_links')
      .values({ ...link, created_at: at, expires_at: at })
      .execute();
    const invitation = {
      id: link.id,
      person_id: id,
      invited_by: server.admin.personId,
      role: 'agent',
      code: 'x',
    } as const;
    await db
      .insertInto('staff_invitations')
      .values({ ...invitation, accepted_name: name })
      .execute();
  }),
  'staff_sessions.device': row('name', async (server, { name }) => {
    const { sessionId } = await server.signInAs('agent');
    const { db } = server.context.storage;
    await db
      .updateTable('staff_sessions')
      .set({ device: `Browser of ${name}` })
      .where('id', '=', sessionId)
      .execute();
  }),
};

function logCall(server: PersonDesk, note: string, { personId, name }: { personId: string; name: string }) {
  return dealershipId(server).then((id) =>
    server.context.calls.log(
      { id: mintId(), dealershipId: id, requestType: 'active_deal', note, disposition: 'help_only', minutes: 3 },
      { personId, name },
    ),
  );
}

const columns = Object.entries(retentionMap.tables).flatMap(([table, uses]) =>
  Object.entries(uses as Record<string, ColumnUse>).flatMap(([column, use]) =>
    typeof use === 'string' || !('length' in use.sought)
      ? []
      : [{ at: `${table}.${column}`, table, column, sought: use.sought }],
  ),
);

eachEngineAlways((under) => {
  it('R213 what is in a column about a person is found by a person’s request', async () => {
    const server = await startPersonDesk(under);
    await dealershipId(server);
    const missed: Record<string, unknown> = {};
    for (const [n, { at: name, table, column, sought }] of columns.entries()) {
      const write = writers[name];
      if (!write) {
        missed[name] = 'no test writes into it';
        continue;
      }
      const mark = marked(n + 1);
      const by = await write(server, mark).catch((error: unknown) => new Error(name, { cause: error }));
      if (by instanceof Error) {
        missed[name] = String(by.cause);
        continue;
      }
      const stored = await server.context.storage.db
        .selectFrom(table as keyof Tables)
        .select(column as never)
        .execute();
      if (!stored.some((values) => plain(JSON.stringify(values)).includes(plain(mark[by]))))
        missed[name] = 'not written';
      const { items } = await server.find(mark[by]);
      const found = new Set(items.map(({ kind }) => kind));
      if (!sought.some((kind: ItemKind) => found.has(kind))) missed[name] = { sought, found: [...found] };
    }
    expect(missed).toEqual({});
    expect(Object.keys(writers).filter((name) => !columns.some(({ at: known }) => known === name))).toEqual([]);
  });
});
