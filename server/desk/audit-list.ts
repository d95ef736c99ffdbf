/** What the audit list shows, for its pages and for its export. Names of people and things come from the services that own them. */
import * as z from 'zod/mini';
import type { AuditKind } from '#contract/desk/audit.ts';
import { type AuditEntry, listAudit } from '#contract/desk/audit-endpoints.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { tokenNames } from '#server/api/service.ts';
import { type AuditFilter, type AuditSubject, listEntries, type StoredEntry } from '#server/audit/service.ts';
import type { Context } from '#server/context.ts';
import { slicesOf } from '#server/database/open.ts';
import { dealershipOf } from '#server/dealerships/service.ts';
import { defineExporter } from '#server/exports/service.ts';
import { referencesOfLeads } from '#server/leads/service.ts';
import { anybodyByIds, namesOfPeople } from '#server/people/service.ts';
import { findRequest } from '#server/requests/service.ts';
import { distinct } from '#server/rows.ts';
import { endpointNames } from '#server/webhooks/service.ts';

/** The filter for a query of the list. Its `by` may be `none`, for entries of commands and of the server itself. */
export const filterOf = ({ by, ...rest }: Omit<QueryOf<typeof listAudit>, 'cursor'>): AuditFilter => ({
  ...rest,
  ...(by !== undefined && { by: by === 'none' ? null : by }),
});

type Stored = Pick<Context, 'storage'>;

type Label = (kind: AuditKind, id: string) => string | null;

/** Reads the names of things that entries are about. The result gives a thing's name; null when it has none. */
export async function labelsOf({ storage: { db } }: Stored, things: readonly AuditSubject[]): Promise<Label> {
  const idsOf = (kind: AuditKind) => [...new Set(things.filter((one) => one.kind === kind).map(({ id }) => id))];
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
  for (const [id, reference] of await referencesOfLeads(db, idsOf('lead'))) labels.set(`lead ${id}`, reference);
  for (const [id, name] of await tokenNames(db, idsOf('api-token'))) labels.set(`api-token ${id}`, name);
  for (const [id, name] of await endpointNames(db, idsOf('webhook'))) labels.set(`webhook ${id}`, name);
  return (kind, id) => labels.get(`${kind} ${id}`) ?? null;
}

/** Reads the names of people. The result gives a person by id; somebody unknown has the id as the name. */
export async function actorsOf({ storage: { db } }: Stored, ids: readonly (string | null)[]) {
  const nameOf = await namesOfPeople(db, ids);
  return (id: string | null) => (id === null ? null : { id, name: nameOf(id) ?? id });
}

/** Entries as the desk shows them, with the names of people and things. */
export async function presentEntries(context: Stored, entries: readonly StoredEntry[]): Promise<AuditEntry[]> {
  const labelOf = await labelsOf(
    context,
    entries.flatMap(({ about }) => about),
  );
  const actorOf = await actorsOf(context, distinct(entries, 'by_id'));
  return entries.map(({ seq, at, by_id, action, about, detail }) => ({
    seq,
    at,
    by: actorOf(by_id),
    action,
    about: about.map(({ kind, id }) => ({ kind, id, label: labelOf(kind, id) })),
    detail: JSON.parse(detail) as AuditEntry['detail'],
  }));
}

async function* everyEntry(context: Stored, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const slices = slicesOf<StoredEntry>((limit, last) =>
    listEntries(context.storage.reads, filter, { cursor: last?.seq, limit }),
  );
  for await (const entries of slices) yield* await presentEntries(context, entries);
}

const aboutText = ({ about }: AuditEntry): string =>
  about.map(({ kind, id, label }) => (label === null ? `${kind} ${id}` : `${kind} ${id} (${label})`)).join('; ');

export const auditExporter = (context: Stored) =>
  defineExporter({
    kind: 'audit',
    needs: 'readAudit',
    filter: z.strictObject(z.omit(listAudit.query, { cursor: true }).def.shape),
    typed: ['id'],
    columns: {
      seq: (entry: AuditEntry) => entry.seq,
      at: (entry) => entry.at,
      by: (entry) => entry.by?.name ?? null,
      by_id: (entry) => entry.by?.id ?? null,
      action: (entry) => entry.action,
      about: aboutText,
      detail: ({ detail }) => (Object.keys(detail).length === 0 ? null : JSON.stringify(detail)),
    },
    rows: (query) => everyEntry(context, filterOf(query)),
  });
