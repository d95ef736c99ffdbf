import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { mostBeside } from '#contract/portal.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import { changed } from '#server/changes/service.ts';
import { changesAny, dialectOf, inSlices, type Reader, type Trx } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { createdPosition, newestFirst } from '#server/paging.ts';
import { quoted } from '#server/sql-text.ts';
import { emit } from '#server/webhooks/service.ts';
import { writeRequestSearch } from './searchable.ts';
import type { AgentRequestTable, RequestEventKind, RequestEventTable, RequestMessageKind } from './tables.ts';

export type AgentRequest = Selectable<AgentRequestTable>;
export type RequestEvent = Selectable<RequestEventTable>;

export type Condition = (row: ExpressionBuilder<Tables, 'agent_requests'>) => Expression<SqlBool>;

const all = (db: Reader) => db.selectFrom('agent_requests').selectAll();

const requestById = prepared((db, { id }: Pick<AgentRequest, 'id'>) => all(db).where('id', '=', id));

export const findRequest = async (db: Reader, id: string): Promise<AgentRequest | undefined> =>
  (await requestById(db, { id }))[0];

/** The requests with these ids, the oldest first. */
export const findRequests = (db: Reader, ids: readonly string[]) =>
  all(db).where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

/** Requests, newest first. */
export const listRequests = (
  db: Reader,
  { limit, running }: { readonly limit: number; readonly running: boolean },
): AsyncGenerator<AgentRequest> =>
  inSlices<AgentRequest>(limit, (rows, last) => {
    const listed = running ? all(db).where('ended_at', 'is', null) : all(db);
    return listed.$call(newestFirst(['created_at', 'id'], createdPosition(last), rows)).execute();
  });

/**
 * Locks a request until the transaction ends, so that its changes come one after another. Code that changes a message of a request locks
 * the request before the message (the order of locks in `server/database/tables.ts`).
 */
export async function lockRequest(trx: Trx, id: string): Promise<void> {
  await dialectOf(trx)
    .lockRows(trx.selectFrom('agent_requests').select('id').where('id', '=', id))
    .execute();
}

/** The versions of requests, to see which of them changed. */
export const versionsOf = (db: Reader, ids: readonly string[]) =>
  db.selectFrom('agent_requests').select(['id', 'version']).where('id', 'in', ids).execute();

/** The running request of a session with the same words, for an input without an id. One that is closing does not count. */
export const findRunningTwin = (db: Reader, sessionId: string, fingerprint: string) =>
  all(db)
    .where('session_id', '=', sessionId)
    .where('fingerprint', '=', fingerprint)
    .where('ended_at', 'is', null)
    .where('closing_at', 'is', null)
    .executeTakeFirst();

/** Requests made since a time, and those that run: they were made not long ago, even if one server's clock is days ahead. */
const madeSinceOrRunning =
  (since: Iso) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'agent_requests'>) =>
    or([eb('created_at', '>', since), eb('ended_at', 'is', null)]);

/** A request, made since a time or running, that replaces the request of this id. */
export const findInPlaceOf = (db: Reader, id: string, since: Iso) =>
  db
    .selectFrom('agent_requests')
    .select('id')
    .where(madeSinceOrRunning(since))
    .where('instead_of', 'like', `%${id}%`)
    .limit(1)
    .executeTakeFirst();

/** The request, made since a time or running, that got the answers of this press. */
export const findByAnswers = (db: Reader, pressId: string, since: Iso) =>
  all(db).where(madeSinceOrRunning(since)).where('answers_id', '=', pressId).limit(1).executeTakeFirst();

/**
 * The running requests of a session, then those of the dealership whose own code opened the session. Each part has the newest first. A
 * request that may be another dealership's of the same name is not shown to this one.
 */
export const findRunning = (db: Reader, sessionId: string, dealershipId: string | null, at: Iso) =>
  all(db)
    .where(({ and, or, eb }) =>
      or([
        eb('session_id', '=', sessionId),
        ...(dealershipId === null ? [] : [and([eb('dealership_id', '=', dealershipId), eb('same_named', 'is', null)])]),
      ]),
    )
    .where('ended_at', 'is', null)
    // A request that is closing is shown although its time is over by now, because its end can be taken back.
    .where(({ or, eb }) => or([eb('expires_at', '>', at), eb('closing_at', 'is not', null)]))
    .orderBy(({ eb }) => eb.case().when('session_id', '=', sessionId).then(eb.lit(0)).else(eb.lit(1)).end())
    .orderBy('created_at', 'desc')
    .limit(1 + mostBeside)
    .execute();

/** The webhook event of each kind of history event that other programs are told of. For them, a take-over is another acceptance. */
const webhookOf: Partial<Record<RequestEventKind, WebhookEvent>> = {
  stored: 'request.created',
  accepted: 'request.accepted',
  'taken-over': 'request.accepted',
  connected: 'request.connected',
  done: 'request.ended',
  cancelled: 'request.ended',
  expired: 'request.ended',
};

const setVersion = prepared((db, { id, version, updated_at }: Pick<AgentRequest, 'id' | 'version' | 'updated_at'>) =>
  db.updateTable('agent_requests').set({ version, updated_at }).where('id', '=', id),
);

async function insertEvent(trx: Trx, event: Insertable<RequestEventTable>): Promise<void> {
  const { seq } = await trx.insertInto('request_events').values(event).returning('seq').executeTakeFirstOrThrow();
  const at = event.at;
  await setVersion(trx, { id: event.request_id, version: seq, updated_at: at });
  const type = webhookOf[event.kind];
  if (type) await emit(trx, { type, subjectId: event.request_id, at });
}

/** Writes the search text of a request as it is now. */
export async function writeSearch(trx: Trx, id: string): Promise<void> {
  const request = await findRequest(trx, id);
  if (request) await writeRequestSearch(trx, request);
}

/** Stores a request with its first event. */
export async function insertRequest(trx: Trx, request: Omit<Insertable<AgentRequestTable>, 'version'>): Promise<void> {
  await trx
    .insertInto('agent_requests')
    .values({ ...request, version: 0 })
    .execute();
  await insertEvent(trx, { request_id: request.id, kind: 'stored', at: request.created_at });
  await writeSearch(trx, request.id);
  await changed(trx, 'board', request.id);
}

export type RequestPatch = UpdateObject<Tables, 'agent_requests'>;

export interface NewRequestEvent {
  readonly kind: RequestEventKind;
  readonly at: Iso;
  readonly detail?: string | undefined;
  /** The link of whoever takes this step; absent for the dealership and the server. */
  readonly linkId?: string | undefined;
}

/**
 * Writes what happened to a request: the patch, if the condition holds at this moment, and the event. One statement decides, so when two
 * callers try the same thing, exactly one does it. False when the condition did not hold, or the request was erased.
 */
export async function record(
  trx: Trx,
  id: string,
  { kind, at, detail, linkId }: NewRequestEvent,
  patch: RequestPatch = {},
  condition?: Condition,
): Promise<boolean> {
  // Every event updates the row, if only with the version that it has. So the row is locked, and events come one after another.
  const update = trx
    .updateTable('agent_requests')
    .set({ version: sql<number>`version`, ...patch })
    .where('id', '=', id)
    // Nothing is written about what was erased.
    .where('erased_at', 'is', null);
  if (!(await changesAny(condition ? update.where(condition) : update))) return false;
  await insertEvent(trx, { request_id: id, kind, at, detail: detail ?? null, link_id: linkId ?? null });
  if ('anydesk' in patch || 'closing_note' in patch) await writeSearch(trx, id);
  await changed(trx, 'board', id);
  return true;
}

/** Gives a request to another session of the code that it was made with. */
export const moveToSession = (
  trx: Trx,
  { id, codeId, sessionId }: { readonly id: string; readonly codeId: string; readonly sessionId: string },
) =>
  trx
    .updateTable('agent_requests')
    .set({ session_id: sessionId })
    .where('id', '=', id)
    .where('code_id', '=', codeId)
    .execute();

/** When a request was opened again after its end; null when it was not. */
export async function reopenedAt(db: Reader, id: string): Promise<Iso | null> {
  const one = db.selectFrom('agent_requests').select('reopened_at').where('id', '=', id);
  return (await one.executeTakeFirst())?.reopened_at ?? null;
}

/** Selects the requests that were made with a code, for the condition of a query over codes. */
export const withCode = (codeId: Expression<string>) =>
  expressionBuilder<Tables>().selectFrom('agent_requests').select('id').where('code_id', '=', codeId);

/** Sets the state of a request's texts, without an event. */
export const setSmsStatus = (trx: Trx, id: string, smsStatus: AgentRequest['sms_status']) =>
  trx.updateTable('agent_requests').set({ sms_status: smsStatus }).where('id', '=', id).execute();

/** Sets which press a request's answers are from, and which presses they replace, without an event. */
export const setAnswersOf = (
  trx: Trx,
  id: string,
  answersOf: Pick<AgentRequest, 'answers_id' | 'fingerprint' | 'instead_of'>,
) => trx.updateTable('agent_requests').set(answersOf).where('id', '=', id).execute();

/** SQL that sets a time only when the column has none. */
export const onceAt = (column: 'sent_at' | 'delivered_at', at: Iso) => sql<string>`coalesce(${sql.ref(column)}, ${at})`;

/** The messages that ask somebody to take a request. */
export const askingKinds = ['request-agent', 'request-again'] as const satisfies readonly RequestMessageKind[];

/** The beginning of a request's round: when it was last handed back, else when it was stored. */
export const askedSince = ({ created_at, handed_back_at }: Pick<AgentRequest, 'created_at' | 'handed_back_at'>): Iso =>
  handed_back_at ?? created_at;

/** Now, but not before the beginning of the request's round. With a clock that is behind, an event would seem to belong to the round before. */
export const inRound = (request: Pick<AgentRequest, 'created_at' | 'handed_back_at'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(askedSince(request))));

const history = (db: Reader, requestId: string) => db.selectFrom('request_events').where('request_id', '=', requestId);

export const eventsOf = (db: Reader, requestId: string) => history(db, requestId).selectAll().orderBy('seq').execute();

/** What happened to a request at a time, in the order of its history. */
export const eventsAt = (db: Reader, requestId: string, at: Iso) =>
  history(db, requestId).select(['kind', 'detail']).where('at', '=', at).orderBy('seq').execute();

/** The kind of the last event of some kinds. The order of the history tells it: a clock that was put back gives later events earlier times. */
export const lastKindOf = async (db: Reader, requestId: string, kinds: readonly RequestEventKind[]) =>
  (
    await history(db, requestId)
      .select('kind')
      .where('kind', 'in', kinds)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.kind;

/** Whether the owner of a link, or without one the dealership, has done something of this kind after a version of a request. */
export async function hasHappenedSince(
  db: Reader,
  requestId: string,
  { kind, linkId }: Pick<NewRequestEvent, 'kind' | 'linkId'>,
  version: number,
): Promise<boolean> {
  const later = history(db, requestId).where('seq', '>', version).where('kind', '=', kind);
  const own = linkId === undefined ? later.where('link_id', 'is', null) : later.where('link_id', '=', linkId);
  return (await own.select('seq').limit(1).execute()).length > 0;
}

/** SQL statements for a restored database: they end the requests that ran when the backup was taken, so that nobody is reminded of them. */
export const afterRestore = (restoredAt: Iso): string[] => [
  `insert into request_events (request_id, kind, at, detail)
    select id, 'expired', ${quoted(restoredAt)}, 'a backup was restored' from agent_requests where ended_at is null`,
  `update agent_requests set ended_at = ${quoted(restoredAt)}, outcome = 'expired', closing_at = null, closing_as = null,
    version = (select max(seq) from request_events where request_id = agent_requests.id) where ended_at is null`,
];
