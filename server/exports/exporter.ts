/** How a feature declares an export: its filter, its columns and how its rows are read. */
import type * as z from 'zod/mini';
import type { ExportKind } from '#contract/desk/export.ts';
import { type Permission, permissionsOf } from '#contract/desk/permissions.ts';
import type { AuditSubject } from '#server/audit/service.ts';
import { type Columns, csvHead, csvLine } from '#server/csv.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';

/** The person who exports. */
export type ExportReader = Pick<StaffCaller, 'personId' | 'sessionId' | 'role'>;

type Filters = Readonly<Record<string, string | undefined>>;

interface ExporterShape<Filter extends z.ZodMiniType<Filters>, Row> {
  readonly kind: ExportKind;
  /** The permission for the list, which is also needed for its export. */
  readonly needs: Permission;
  /** The list's filter. Each member is a text, as in the list's address. */
  readonly filter: Filter;
  /** The members of the filter that people type. The audit log gets only their names. */
  readonly typed?: readonly (keyof z.output<Filter> & string)[];
  /** The columns by their names, in order. Times are ISO-8601 in UTC. */
  readonly columns: Columns<Row>;
  /**
   * Every row that the list shows with this filter, read through `storage.reads` in slices (`inSlices`). The order must be one that
   * no change affects, such as the time when a row was made and its id, even if the list's order differs. Then a row that changes
   * during the export comes exactly once.
   */
  readonly rows: (filter: z.output<Filter>, reader: ExportReader) => AsyncIterable<Row>;
}

/** A filter that was checked, ready to be exported. */
export interface CheckedExport {
  /** The part of the filter that the audit log stores. */
  readonly detail: Readonly<Record<string, string | number | readonly string[]>>;
  /** Further records that the audit entry is about, besides the list. */
  readonly about?: () => Promise<readonly AuditSubject[]>;
  /** The type of the file. Defaults to CSV. */
  readonly file?: { readonly type: string; readonly ending: string };
  /** The file, a line at a time. */
  lines(reader: ExportReader): AsyncIterable<string>;
}

export interface Exporter {
  readonly kind: ExportKind;
  mayRead(reader: Pick<ExportReader, 'role'>): boolean;
  /** Checks a filter. Undefined when it does not fit the list. */
  check(filter: unknown): CheckedExport | undefined;
}

/** Makes an exporter from a feature's declaration. It checks filters by the schema, and writes rows as lines of CSV. */
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
