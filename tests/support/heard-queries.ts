/** Records every statement that goes through a storage, so that a test can ask the database for its plan. */
import {
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type KyselyPlugin,
  type RootOperationNode,
  sql,
} from 'kysely';
import { transact } from '#server/database/after-transaction.ts';
import type { Storage } from '#server/database/open.ts';
import { Placeholder } from '#server/database/prepared.ts';
import type { Tables } from '#server/database/tables.ts';

interface HeardQueries {
  /** The same storage, with its statements recorded. */
  readonly storage: Storage;
  /** The statements recorded so far, each text once, with the values of its last use. */
  queries(): CompiledQuery[];
  clear(): void;
}

/**
 * A value of the right type for a placeholder in a prepared statement: a number, a time, or a text that is also valid JSON. Any
 * other value stays as it is.
 */
export function filledIn(value: unknown): unknown {
  if (!(value instanceof Placeholder)) return value;
  if (/^(?:limit|version)$|Ms$/.test(value.name)) return 100;
  const isTime = /_at$|_until$|^(?:at|before|since|time|until|ever|accepted|unaccepted|\d+)$/.test(value.name);
  return isTime ? '2026-11-21T21:06:00.000Z' : '{}';
}

export function hearQueries(storage: Storage): HeardQueries {
  const heard: RootOperationNode[] = [];
  const listener: KyselyPlugin = {
    transformQuery({ node }) {
      heard.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db: Kysely<Tables> = storage.db.withPlugin(listener);
  const reads: Kysely<Tables> = storage.reads.withPlugin(listener);
  const listening: Storage = { ...storage, db, reads, transaction: (work) => transact(db, work) };
  return {
    storage: listening,
    queries() {
      const executor = storage.db.getExecutor();
      const compiled = heard.map((node) => executor.compileQuery(node, { queryId: 'heard' }));
      const filled = compiled.map((query) => ({ ...query, parameters: query.parameters.map(filledIn) }));
      return [...new Map(filled.map((query) => [query.sql, query])).values()];
    },
    clear: () => void heard.splice(0),
  };
}

const explained = /^\s*(select|insert|update|delete|with)\b/i;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

type IsOpenOnly = (index: string) => boolean;

function wholeInSqlite(detail: string, isOpenOnly: IsOpenOnly): string[] {
  // A search from one id on to the last reads as much as a scan.
  const [, scanned, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
  const [, fromIdOn] = /^SEARCH (\w+) USING .*\(id>\?\)$/.exec(detail) ?? [];
  const table = scanned ?? fromIdOn;
  return table === undefined || (index !== undefined && isOpenOnly(index)) ? [] : [table];
}

function wholeInPostgres(node: PlanNode, isOpenOnly: IsOpenOnly): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = node;
  const unbounded = condition === undefined || /^\(\(?id\)?(?:::text)? > [^()]*\)$/.test(condition);
  const whole = type === 'Seq Scan' || (/^Index (?:Only )?Scan$/.test(type) && unbounded && !isOpenOnly(index ?? ''));
  const below = (node.Plans ?? []).flatMap((plan) => wholeInPostgres(plan, isOpenOnly));
  return whole && table !== undefined ? [table, ...below] : below;
}

/** The tables that a statement would read from end to end. A partial index that holds only open rows may be read whole. */
async function tablesReadWhole(
  { engine, db }: Storage,
  query: CompiledQuery,
  isOpenOnly: IsOpenOnly,
): Promise<string[]> {
  if (!explained.test(query.sql)) return [];
  if (engine === 'sqlite') {
    // SQLite plans a scan for a comparison with an empty list, and never begins it. With one value, the plan is that of any list.
    const filled = query.sql.replaceAll(' in ()', ' in (null)');
    const plan = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${filled}` });
    return plan.rows.flatMap(({ detail }) => wholeInSqlite(detail, isOpenOnly));
  }
  const plan = await db.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>({
    ...query,
    sql: `explain (format json) ${query.sql}`,
  });
  return plan.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => wholeInPostgres(Plan, isOpenOnly)));
}

interface PlanRules {
  /** The tables that count: those that grow for as long as the server is used. */
  readonly growing: readonly string[];
  /**
   * Whether a statement may read an index whole: the index holds only open rows, or has the order of a list that stops at the end
   * of its page.
   */
  readonly mayReadWhole: (index: string, text: string) => boolean;
}

/**
 * The statements that would read a growing table from end to end, each with the names of those tables before it.
 *
 * @param storage the original storage, so that the questions for plans are not recorded
 */
export async function statementsReadingWhole(
  storage: Storage,
  queries: readonly CompiledQuery[],
  { growing, mayReadWhole }: PlanRules,
): Promise<string[]> {
  const bad: string[] = [];
  for (const query of queries) {
    const whole = await tablesReadWhole(storage, query, (index) => mayReadWhole(index, query.sql));
    const grown = whole.filter((table) => growing.includes(table));
    if (grown.length > 0) bad.push(`${grown.join()}: ${query.sql}`);
  }
  return bad;
}

/**
 * The statements that SQLite plans again each time that a value is bound. It compares the value with the condition of a partial
 * index on the same column, and it plans for the number of rows of a limit. Each statement has the column's name, or `limit`,
 * before it. Such a value must be written into the statement.
 */
export async function statementsPlannedAnew({ db }: Storage, queries: readonly CompiledQuery[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; said: string }>`
    select tbl_name as "table", sql as said from sqlite_master where type = 'index' and sql like '% where %'`.execute(
    db,
  );
  const compared = rows.flatMap(({ table, said }) =>
    [...said.replace(/^.*? where /is, '').matchAll(/"?(\w+)"? (?:=|<>|in \() ?'/gi)].map(([, column = '']) => ({
      table,
      column,
    })),
  );
  const bad = queries.flatMap(({ sql: text }) => [
    ...(/\blimit \?/i.test(text) ? [`limit: ${text}`] : []),
    ...compared
      .filter(({ table, column }) => {
        const named = new RegExp(`(?:\\b|")${column}"? (?:=|<>|in) \\(?\\?`).test(
          text.replace(/\bset\b.*?\bwhere\b/is, ''),
        );
        return named && new RegExp(`\\b${table}\\b`).test(text);
      })
      .map(({ column }) => `${column}: ${text}`),
  ]);
  return [...new Set(bad)];
}

const indexesIn = ({ 'Index Name': index, Plans = [] }: PlanNode): string[] => [
  ...(index === undefined ? [] : [index]),
  ...Plans.flatMap(indexesIn),
];

/**
 * The names of the indexes that a statement would use. PostgreSQL is told to avoid whole reads, because it would read short tables
 * whole.
 */
export async function indexesUsed({ engine, db }: Storage, query: CompiledQuery): Promise<string[]> {
  if (engine === 'sqlite') {
    const plan = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` });
    return plan.rows.flatMap(({ detail }) => / USING (?:COVERING )?INDEX (\w+)/.exec(detail)?.[1] ?? []);
  }
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const plan = await trx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>({
      ...query,
      sql: `explain (format json) ${query.sql}`,
    });
    return plan.rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => indexesIn(Plan)));
  });
}

/** The rows in one statement, so few that their values stay below SQLite's limit. */
const sliceRows = 400;

/** Stores many rows, for a table with a long history. */
export async function insertMany<T extends keyof Tables>(
  { db }: Storage,
  table: T,
  count: number,
  rowOf: (n: number) => Insertable<Tables[T]>,
): Promise<void> {
  for (let first = 0; first < count; first += sliceRows) {
    const slice = Array.from({ length: Math.min(sliceRows, count - first) }, (_, at) => rowOf(first + at));
    await db
      .insertInto(table)
      .values(slice as never)
      .execute();
  }
}

/** Lets the database count its rows, so that it plans for a long history. */
export const analyze = ({ db }: Storage) => sql`analyze`.execute(db);
