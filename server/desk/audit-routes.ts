/** The audit log's endpoints, over its service. */
import type { FastifyInstance } from 'fastify';
import { type AuditKind, auditKinds } from '#contract/desk/audit.ts';
import type { AuditPage } from '#contract/desk/audit-endpoints.ts';
import * as endpoints from '#contract/desk/audit-endpoints.ts';
import { type AuditFilter, countByPerson, listEntries } from '#server/audit/service.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { pageOf, pageRows } from '#server/paging.ts';
import { distinct, fieldsOf } from '#server/rows.ts';
import { actorsOf, filterOf, presentEntries } from './audit-list.ts';
import { presentSeen, seenIn } from './seen-report.ts';

const mostSeenBy = 100;
const mostReported = 500;

async function pageOfEntries(context: Context, filter: AuditFilter, cursor: string | undefined): Promise<AuditPage> {
  const after = cursor === undefined ? undefined : Number(cursor);
  const found = await listEntries(context.storage.db, filter, { cursor: after, limit: pageRows + 1 });
  const page = pageOf(found, ({ seq }) => String(seq));
  return { entries: await presentEntries(context, page.rows), nextCursor: page.cursor };
}

/** Whether a text may be the id of a record or the name of a list. */
const isId = (text: string): boolean => /^[\w:.-]{1,100}$/.test(text);

const isKind = (text: string): text is AuditKind => (auditKinds as readonly string[]).includes(text);

export function auditRoutes(app: FastifyInstance, context: Context): void {
  const { audit, storage } = context;

  register(app, context, endpoints.listAudit, async ({ caller, query: { cursor, ...query } }) => {
    const filter = filterOf(query);
    audit.listed(caller, { name: 'audit', filters: Object.keys(filter).sort() });
    return ok(await pageOfEntries(context, filter, cursor));
  });

  register(app, context, endpoints.reportSeen, async ({ caller, body, refuse }) => {
    if (Date.parse(body.from) >= Date.parse(body.before)) throw refuse('badSpan');
    // Writes the views that are still in memory first, so that the report includes them.
    await audit.flush();
    await audit.opened(caller, { kind: 'audit', id: 'seen' });
    const rows = await seenIn(context, body);
    return ok({
      rows: await presentSeen(context, rows.slice(0, mostReported)),
      total: rows.length,
      records: new Set(rows.map(({ kind, id }) => `${kind} ${id}`)).size,
    });
  });

  register(app, context, endpoints.viewRecordAudit, async ({ caller, params: { kind, id }, query, refuse }) => {
    if (!isKind(kind) || !isId(id)) throw refuse('notFound');
    await audit.opened(caller, { kind: 'audit', id: `${kind} ${id}` });
    const seen = await countByPerson(storage.db, { kind, id }, 'opened', mostSeenBy);
    const actorOf = await actorsOf(context, distinct(seen, 'by_id'));
    return ok({
      seen: seen.map((row) => ({ by: actorOf(row.by_id), ...fieldsOf(row, 'times', 'first_at', 'last_at') })),
      changes: await pageOfEntries(context, { kind, id, but: ['opened', 'listed'] }, query.cursor),
    });
  });
}
