/** The report of who saw which record, with names, for the audit screen and its export. */
import * as z from 'zod/mini';
import { reportSeen, type SeenRow } from '#contract/desk/audit-endpoints.ts';
import { programNames, type Seen, whoSaw } from '#server/audit/service.ts';
import type { Context } from '#server/context.ts';
import { columnsOf } from '#server/csv.ts';
import { defineExporter } from '#server/exports/service.ts';
import { distinct, fieldsOf } from '#server/rows.ts';
import { actorsOf, labelsOf } from './audit-list.ts';

type Stored = Pick<Context, 'storage'>;

interface Span {
  readonly from: string;
  readonly before: string;
}

/**
 * Who saw which record in a span, without names. The times are compared as text, so both ends are first written as ISO-8601 in UTC.
 */
export const seenIn = ({ storage }: Stored, { from, before }: Span): Promise<Seen[]> =>
  whoSaw(storage.reads, { from: new Date(from).toISOString(), before: new Date(before).toISOString() });

/** Adds to rows the names of the people who saw and of the things that were seen. */
export async function presentSeen(context: Stored, rows: readonly Seen[]): Promise<SeenRow[]> {
  const things = rows.flatMap(({ kind, id, program }) => [{ kind, id }, ...(program ? [program] : [])]);
  const labelOf = await labelsOf(context, things);
  const actorOf = await actorsOf(context, distinct(rows, 'personId'));
  const who = ({ personId, program }: Seen): SeenRow['who'] => {
    if (program) {
      const { kind, id } = program;
      return { kind: programNames[kind], id, name: labelOf(kind, id) ?? id };
    }
    const actor = actorOf(personId);
    return actor ? { kind: 'person', ...actor } : { kind: 'server', id: null, name: 'A command or the server' };
  };
  return rows.map((row) => ({
    ...fieldsOf(row, 'how', 'kind', 'id', 'times', 'firstAt', 'lastAt'),
    who: who(row),
    label: labelOf(row.kind, row.id),
  }));
}

/** How many rows get their names at a time. */
const sliceRows = 200;

async function* everyRow(context: Stored, span: Span): AsyncGenerator<SeenRow> {
  const rows = await seenIn(context, span);
  for (let at = 0; at < rows.length; at += sliceRows) yield* await presentSeen(context, rows.slice(at, at + sliceRows));
}

export const seenExporter = (context: Stored) =>
  defineExporter({
    kind: 'seen',
    needs: 'readAudit',
    filter: z.strictObject(reportSeen.body.def.shape),
    columns: {
      who: ({ who }: SeenRow) => who.name,
      who_kind: ({ who }) => who.kind,
      who_id: ({ who }) => who.id,
      ...columnsOf<SeenRow>('how', 'kind', 'id', 'label', 'times', 'firstAt', 'lastAt'),
    },
    rows: (span) => everyRow(context, span),
  });
