/**
 * What must hold, whatever happened:
 *
 * 1. nothing that was acknowledged is lost, and it is there once;
 * 2. nothing goes out twice unmarked, and no process sends what it still waits for;
 * 3. one winner: only what nobody has is accepted;
 * 4. no card goes backwards;
 * 5. nothing is said that did not happen;
 * 6. everything ends;
 * 7. every lead can be found;
 * 8. what was erased is gone, whole, and nothing else is.
 */
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { sentAgain } from '#server/outbox/mail/wording.ts';
import type { MessageState } from '#server/outbox/tables.ts';
import type { Arrived, Providers } from './providers.ts';
import { must, type NightRecord, type Row } from './record.ts';
import { nightBeginsMs, type World } from './world.ts';

/**
 * Checks a view when a card shows it.
 *
 * @param putAway whether the card left the screen since `before`. A card that comes back may have come from another replica, whose
 * clock differs, so only its version is compared
 */
export function checkCard(
  night: NightRecord,
  { arrived, delivered }: Providers,
  who: string,
  view: RequestView,
  before: RequestView | undefined,
  putAway: boolean,
): void {
  const { id, reference, version } = view;
  if (before) {
    must(version >= before.version, () => `the card of ${who} went back from version ${before.version} to ${version}`);
    must(
      putAway || version > before.version || view.serverNow >= before.serverNow,
      () => `the card of ${who} went back from ${before.serverNow} to ${view.serverNow} in version ${version}`,
    );
  }
  const messages = () =>
    night.rows('select id from messages where subject_id = ?', id).map(({ id: messageId }) => String(messageId));
  if (view.sentAt !== null) {
    const ids = messages();
    must(
      arrived.some(({ messageId }) => ids.includes(messageId)),
      () => `the card of ${who} says that ${reference} was sent, and no provider has anything of it`,
    );
  }
  if (view.deliveredAt !== null) {
    const ids = messages();
    must(
      ids.some((each) => delivered.has(each)),
      () => `the card of ${who} says that a text of ${reference} was delivered, and none was`,
    );
  }
  const pressed = (...steps: string[]) => steps.some((step) => night.pressed.has(`${reference} ${step}`));
  const by = view.acceptedBy;
  if (by !== null) {
    must(pressed(`accept ${by}`, `take-over ${by}`), () => `${reference} is said to be accepted by ${by}, who did not`);
    if (view.connectedAt !== null) {
      must(pressed(`connected ${by}`), () => `${by} is said to be connected to ${reference}, who is not`);
    }
    if (view.state === 'done')
      must(pressed(`done ${by}`), () => `${reference} is said to be done by ${by}, who is not`);
  }
  if (view.state === 'cancelled' || view.closing?.as === 'cancelled') {
    must(pressed('cancel'), () => `${reference} is said to be cancelled, and nobody did`);
  }
}

/**
 * Checks a message when a provider takes it. Of two texts of one message, the one that was sent later must say so, whichever
 * arrives first.
 */
export function checkArrival(
  before: readonly Pick<Arrived, 'messageId' | 'words' | 'tryNumber'>[],
  arrived: Pick<Arrived, 'channel' | 'messageId' | 'words' | 'tryNumber'>,
): void {
  const { channel, messageId, tryNumber } = arrived;
  if (channel !== 'sms') return;
  const same = before.filter((each) => each.messageId === messageId);
  must(same.length < 2, () => `text ${messageId} went out a third time`);
  const [other] = same;
  if (!other) return;
  const { words } = other.tryNumber > tryNumber ? other : arrived;
  must(words.startsWith(sentAgain), () => `text ${messageId} went out twice and does not say so: ${words}`);
}

/**
 * Checks the leads: each store that somebody was told about has exactly one lead, in the version that was last told; no other store
 * has two.
 */
function checkLeads(night: NightRecord): void {
  const leads = night.rows(
    `select id, reference, json_extract(answers, '$.dealership_name') as store,
       json_extract(answers, '$.dealer_address') as address from leads where erased_at is null`,
  );
  const of = (store: string) => leads.filter((lead) => lead['store'] === store);
  const erased = night.rows('select id, reference from leads where erased_at is not null');
  for (const { id, reference } of erased) {
    must(night.erasing.has(String(id)), () => `lead ${reference} is erased, and nobody did it`);
  }
  for (const { store, version, reference, isLeft } of night.told) {
    if (erased.some((lead) => lead['reference'] === reference)) continue;
    const found = of(store);
    if (isLeft && found.length === 0) continue;
    must(found.length === 1, () => `${store} was told of as ${reference}, and there are ${found.length} leads of it`);
    const [lead] = found;
    must(
      lead?.['reference'] === reference && String(lead['address']).startsWith(`${version} `),
      () => `${store} was told of as ${reference} in version ${version}, and the lead is ${JSON.stringify(lead)}`,
    );
  }
  for (const { store } of leads) {
    must(of(String(store)).length === 1, () => `there are ${of(String(store)).length} leads of ${store}`);
  }
  for (const lead of leads) {
    const operator = night.rows(
      `select messages.id from messages join submissions on submissions.id = subject_id
       where lead_id = ? and messages.kind = 'lead-operator'`,
      String(lead['id']),
    );
    must(
      operator.length === 1,
      () => `the operator is written to ${operator.length} times of lead ${lead['reference']}`,
    );
  }
}

/** Checks that erased leads stay erased, completely, and that joined forms are shown under one lead. */
function checkErasedAndJoined(night: NightRecord): void {
  for (const id of night.erased) {
    const [lead] = night.rows('select reference, erased_at from leads where id = ?', id);
    must(
      (lead?.['erased_at'] ?? null) !== null,
      () => `lead ${lead?.['reference']} was said to be erased, and it is not`,
    );
  }
  const remains = night.rows(
    `select reference, (select count(*) from submissions where lead_id = leads.id and answers <> '{}') as submissions,
       (select count(*) from messages join submissions on submissions.id = subject_id where lead_id = leads.id) as messages,
       (select count(*) from lead_keys where lead_id = leads.id) as keys,
       (select count(*) from search_texts where kind = 'lead' and search_texts.id = leads.id) as texts, answers
     from leads where erased_at is not null`,
  );
  for (const { reference, answers, ...counts } of remains) {
    must(
      answers === '{}' && Object.values(counts).every((count) => count === 0),
      () => `lead ${reference} is erased, and this is left: ${JSON.stringify({ answers, ...counts })}`,
    );
  }
  const chained = night.rows(
    `select part.reference from leads as part left join leads as shown on shown.id = part.joined_into_id
     where part.joined_into_id is not null and (shown.id is null or shown.joined_into_id is not null)`,
  );
  must(chained.length === 0, () => `these forms are shown under no lead: ${JSON.stringify(chained)}`);
}

/** Every lead can be found: by its keys, and by its words under the lead that it is shown under. */
export function checkFound(night: NightRecord): void {
  const lost = night.rows(
    `select form.reference, form.keyed_at, texts.text from leads as form
     left join search_texts as texts on texts.kind = 'lead' and texts.id = coalesce(form.joined_into_id, form.id)
     where form.erased_at is null and (form.keyed_at is null or texts.text is null
       or instr(lower(texts.text), lower(form.reference)) = 0
       or instr(lower(texts.text), lower(json_extract(form.answers, '$.dealership_name'))) = 0
       or not exists (select 1 from lead_keys where lead_id = form.id))`,
  );
  must(lost.length === 0, () => `these leads cannot be found: ${JSON.stringify(lost)}`);
}

/** The press that an event comes from, as a night remembers it; undefined when it comes from none. */
function pressOf({ kind, detail }: Row): string | undefined {
  const [said = '', name = ''] = String(detail).split(': ');
  const by = {
    accepted: `accept ${detail}`,
    declined: `decline ${detail}`,
    'taken-over': `take-over ${String(detail).split(' from ')[0]}`,
    connected: `connected ${detail}`,
    'connected-undone': `undo-connected ${detail}`,
    'handed-back': `hand-back ${detail}`,
    closing: said === 'done' ? `done ${name}` : 'cancel',
    'closing-undone': said === 'done' ? `undo-done ${name}` : 'take back',
    anydesk: 'anydesk',
  };
  return Object.entries(by).find(([one]) => one === kind)?.[1];
}

/** Checks the history of each request: one holder at a time, at most one end, and each press taken once. */
function checkRequests(night: NightRecord): void {
  for (const request of night.rows('select id, reference, version, outcome from agent_requests')) {
    const id = String(request['id']);
    const events = night.rows('select seq, kind, detail from request_events where request_id = ? order by seq', id);
    const story = () =>
      `${request['reference']}: ${events.map(({ kind, detail }) => (detail ? `${kind} (${detail})` : kind)).join(', ')}`;
    must(events.at(-1)?.['seq'] === request['version'], () => `its version is not that of its last event: ${story()}`);
    let holder: string | undefined;
    let closing = false;
    let ended: string | undefined;
    for (const { kind, detail } of events) {
      const said = ['accepted', 'connected', 'handed-back', 'taken-over', 'closing', 'closing-undone', 'anydesk'];
      must(!ended || !said.includes(String(kind)), () => `something was done after its end: ${story()}`);
      if (kind === 'accepted') {
        must(holder === undefined, () => `two have one request: ${story()}`);
        holder = String(detail);
      }
      if (kind === 'taken-over') {
        must(holder !== undefined, () => `what nobody has was taken over: ${story()}`);
        holder = String(detail).split(' from ')[0];
      }
      if (kind === 'handed-back') {
        must(holder !== undefined, () => `what nobody has was handed back: ${story()}`);
        holder = undefined;
      }
      if (kind === 'connected') must(holder !== undefined, () => `nobody is connected: ${story()}`);
      if (kind === 'closing') {
        must(!closing, () => `it closes twice: ${story()}`);
        closing = true;
      }
      if (kind === 'closing-undone') {
        must(closing, () => `the closing of an open one was undone: ${story()}`);
        closing = false;
      }
      if (kind === 'done' || kind === 'cancelled' || kind === 'expired') {
        must(ended === undefined, () => `it ends twice: ${story()}`);
        ended = String(kind);
      }
    }
    for (const [press, taken] of Map.groupBy(events, pressOf)) {
      const pressed = press === undefined ? taken.length : (night.pressed.get(`${request['reference']} ${press}`) ?? 0);
      must(taken.length <= pressed, () => `“${press}” was pressed ${pressed} times: ${story()}`);
    }
    must(
      (ended ?? null) === request['outcome'],
      () => `its row says that it ended as ${request['outcome']}: ${story()}`,
    );
  }
}

const sent = 'sent' satisfies MessageState;
const unsent = ['held', 'waiting', 'unsure'] as const satisfies readonly MessageState[];

/** Checks that every message marked as sent is with its provider. */
function checkMessages(night: NightRecord): void {
  const arrived = new Set(night.arrived.map(({ messageId }) => messageId));
  for (const { id, kind } of night.rows('select id, kind from messages where state = ?', sent)) {
    must(arrived.has(String(id)), () => `message ${id} (${kind}) is marked as sent, and no provider has it`);
  }
}

/** Checks everything that must hold at any moment. */
export function checkAll(night: NightRecord): void {
  checkLeads(night);
  checkErasedAndJoined(night);
  checkRequests(night);
  checkMessages(night);
}

/** The number of tries that are over within minutes. A message with at most this many tries must not wait any more. */
const fewTries = 4;

/** How long a first try may last, in milliseconds: a mail server is given up after two minutes. */
const firstTryMs = 125_000;

/** SQL for messages that may be on their first try. They are left out, because an alert can be written at any time. */
const onFirstTry = 'attempts <= 1 and created_at between ? and ?';

/** Now, and the times for `onFirstTry`. */
function timesOf(world: World) {
  const nowMs = nightBeginsMs + world.nowMs;
  const now = new Date(nowMs).toISOString();
  return { now, firstTry: [new Date(nowMs - firstTryMs).toISOString(), now] };
}

/** Checks, a while after everything works again, that no message waits that could have been sent. */
export function checkMessagesEnded(night: NightRecord, world: World): void {
  const { now, firstTry } = timesOf(world);
  const waiting = night.rows(
    `select id, kind, channel, state, attempts, due_at, expires_at, lease_until from messages
     where state in (${unsent.map(() => '?').join(', ')}) and attempts <= ?
       and not (${onFirstTry})`,
    ...unsent,
    fewTries,
    ...firstTry,
  );
  must(waiting.length === 0, () => `at ${now} these messages still wait: ${JSON.stringify(waiting)}`);
}

/** Checks that no request still runs, no message is still leased, and nobody still waits. */
export function checkRequestsEnded(night: NightRecord, world: World): void {
  const { now, firstTry } = timesOf(world);
  const runs = night.rows('select reference, expires_at, closing_at from agent_requests where ended_at is null');
  must(runs.length === 0, () => `at ${now} these requests still run: ${JSON.stringify(runs)}`);
  const leased = night.rows(
    `select id, state, lease_until from messages where lease_token is not null and not (${onFirstTry})`,
    ...firstTry,
  );
  must(leased.length === 0, () => `at ${now} these messages are still leased: ${JSON.stringify(leased)}`);
  must(night.open.size === 0, () => `at ${now} these people still wait: ${[...night.open].join(', ')}`);
}
