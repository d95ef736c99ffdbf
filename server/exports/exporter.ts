/** What a feature says of an export: its filter, its columns and how its rows are read. */
import type * as z from 'zod/mini';
import type { ExportKind } from '#contract/desk/export.ts';
import { type Permission, permissionsOf } from '#contract/desk/permissions.ts';
import type { AuditSubject } from '#server/audit/service.ts';
import { csvHead, csvLine } from '#server/csv.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';

/** Who exports. */
export type ExportReader = Pick<StaffCaller, 'personId' | 'sessionId' | 'role'>;

type Filters = Readonly<Record<string, string | undefined>>;

export interface ExporterShape<Filter extends z.ZodMiniType<Filters>, Row> {
  readonly kind: ExportKind;
  /** What its list needs: whoever exports must be able to read it. */
  readonly needs: Permission;
  /** The list's filter, each member a text as in the list's address. */
  readonly filter: Filter;
  /** Members that hold what somebody typed: of these, the audit log has the names alone. */
  readonly typed?: readonly (keyof z.output<Filter> & string)[];
  /** The columns by their names, in order. Times are ISO-8601 in UTC. */
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null>>;
  /**
   * Every row that the list shows with this filter, read through `storage.reads` in slices (`inSlices`). The order is one that no
   * change moves, such as when a row was made and its id, whatever order the list has: then a row that changes meanwhile comes
   * neither twice nor not at all.
   */
  readonly rows: (filter: z.output<Filter>, reader: ExportReader) => AsyncIterable<Row>;
}

/** A filter that was checked, ready to be exported. */
export interface CheckedExport {
  /** What the audit log is told of the filter. */
  readonly detail: Readonly<Record<string, string | number | readonly string[]>>;
  /** Records that the entry in the audit log is about, beside the list. */
  readonly about?: () => Promise<readonly AuditSubject[]>;
  /** What the file is; CSV when it is not said. */
  readonly file?: { readonly type: string; readonly ending: string };
  /** The file, a line at a time. */
  lines(reader: ExportReader): AsyncIterable<string>;
}

export interface Exporter {
  readonly kind: ExportKind;
  mayRead(reader: Pick<ExportReader, 'role'>): boolean;
  /** Checks a filter; undefined when the list has none like it. */
  check(filter: unknown): CheckedExport | undefined;
}

/** Makes an exporter of what a feature says of its export. It checks filters by the schema, and writes rows as lines of CSV. */
export function defineExporter<Filter extends z.ZodMiniType<Filters>, Row>({
  kind,
  needs,
  filter: schema,
  typed = [],
  columns,
  rows,
}: ExporterShape<Filter, Row>): Exporter {
  const cells = Object.values(columns);
  return {
    kind,
    mayRead: ({ role }) => permissionsOf(role).includes(needs),
    check(given) {
      const read = schema.safeParse(given);
      if (!read.success) return undefined;
      const filter = read.data;
      const set = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
      const isTyped = (name: string) => (typed as readonly string[]).includes(name);
      return {
        detail: {
          filters: set.map(([name, value]) => (isTyped(name) ? name : `${name}=${value}`)),
        },
        async *lines(reader) {
          yield csvHead(Object.keys(columns));
          for await (const row of rows(filter, reader)) yield csvLine(cells.map((cell) => String(cell(row) ?? '')));
        },
      };
    },
  };
}
