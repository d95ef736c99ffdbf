/** The audit log's endpoints, over its service; names come from the services of what the entries are about. */
import type { FastifyInstance } from 'fastify';
import { type AuditKind, auditKinds } from '#contract/desk/audit.ts';
import { type AuditEntry, type AuditPage, listAudit, viewRecordAudit } from '#contract/desk/audit-endpoints.ts';
import { type AuditFilter, countByPerson, listEntries, type StoredEntry } from '#server/audit/service.ts';
import type { Context } from '#server/context.ts';
import { dealershipOf } from '#server/dealerships/service.ts';
import { register } from '#server/http/endpoint.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { findRequest } from '#server/requests/service.ts';

const pageRows = 50;
const mostSeenBy = 100;

/** The word in a query that stands for commands and the server itself. */
const nobody = 'none';

type Label = (kind: AuditKind, id: string) => string | null;

/** How people know the things that entries are about. */
async function labelsOf({ storage: { db } }: Context, entries: readonly StoredEntry[]): Promise<Label> {
  const idsOf = (kind: AuditKind) => [
    ...new Set(entries.flatMap(({ about }) => about.filter((one) => one.kind === kind).map(({ id }) => id))),
  ];
  const labels = new Map<string, string>();
  for (const [id, { name }] of await anybodyByIds(db, idsOf('person'))) labels.set(`person ${id}`, name);
  for (const id of idsOf('request')) {
    const request = await findRequest(db, id);
    if (request) labels.set(`request ${id}`, request.reference);
  }
  for (const id of idsOf('dealership')) {
    const dealership = await dealershipOf(db, id);
    if (dealership) labels.set(`dealership ${id}`, dealership.name);
  }
  return (kind, id) => labels.get(`${kind} ${id}`) ?? null;
}

/** The names of people by id; somebody unknown is shown by the id. */
async function actorsOf({ storage: { db } }: Context, ids: readonly (string | null)[]) {
  const people = await anybodyByIds(db, [...new Set(ids.flatMap((id) => id ?? []))]);
  return (id: string | null) => (id === null ? null : { id, name: people.get(id)?.name ?? id });
}

async function present(context: Context, entries: readonly StoredEntry[]): Promise<AuditEntry[]> {
  const labelOf = await labelsOf(context, entries);
  const actorOf = await actorsOf(
    context,
    entries.map(({ by_id }) => by_id),
  );
  return entries.map(({ seq, at, by_id, action, about, detail }) => ({
    seq,
    at,
    by: actorOf(by_id),
    action,
    about: about.map(({ kind, id }) => ({ kind, id, label: labelOf(kind, id) })),
    detail: JSON.parse(detail) as AuditEntry['detail'],
  }));
}

async function pageOf(context: Context, filter: AuditFilter, cursor: string | undefined): Promise<AuditPage> {
  const after = cursor === undefined ? undefined : Number(cursor);
  const rows = await listEntries(context.storage.db, filter, { cursor: after, limit: pageRows + 1 });
  const shown = rows.slice(0, pageRows);
  const last = shown.at(-1);
  return {
    entries: await present(context, shown),
    nextCursor: rows.length > pageRows && last ? String(last.seq) : null,
  };
}

/** An id of ours, or the name of a list. */
const isId = (text: string): boolean => /^[\w:.-]{1,100}$/.test(text);

const isKind = (text: string): text is AuditKind => (auditKinds as readonly string[]).includes(text);

export function auditRoutes(app: FastifyInstance, context: Context): void {
  const { audit, storage } = context;

  register(app, context, listAudit, async ({ caller, query: { by, cursor, ...rest } }) => {
    const filter = { ...rest, ...(by !== undefined && { by: by === nobody ? null : by }) };
    audit.listed(caller, { name: 'audit', filters: Object.keys(filter).sort() });
    return { status: 200, value: await pageOf(context, filter, cursor) };
  });

  register(app, context, viewRecordAudit, async ({ caller, params: { kind, id }, query, refuse }) => {
    if (!isKind(kind) || !isId(id)) throw refuse('notFound');
    await audit.opened(caller, { kind: 'audit', id: `${kind} ${id}` });
    const seen = await countByPerson(storage.db, { kind, id }, 'opened', mostSeenBy);
    const actorOf = await actorsOf(
      context,
      seen.map(({ by_id }) => by_id),
    );
    return {
      status: 200,
      value: {
        seen: seen.map(({ by_id, times, first_at, last_at }) => ({
          by: actorOf(by_id),
          times,
          firstAt: first_at,
          lastAt: last_at,
        })),
        changes: await pageOf(context, { kind, id, but: ['opened', 'listed'] }, query.cursor),
      },
    };
  });
}
