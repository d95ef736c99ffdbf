/**
 * Dumps a PostgreSQL database, and says what psql is given of a dump. A database may hold other schemas, such as that of another
 * installation, which are not ours to copy; and the schema of our tables may be there already where a dump is restored.
 *
 * PostgreSQL's extension for the search, pg_trgm, may be made by somebody else than the database's user, and that user may then neither
 * make nor describe it in a new database. So the dump's own statements about it are left out, and the end of the restore makes what
 * that user may make, as a new database does.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createPostgresClient, restoreMark, visibleTablesQuery } from '#server/database/open.ts';
import { runPostgresTool } from './postgres-tools.ts';

/** Writes the tables that a server at this address uses, as they are at one moment. */
export async function dumpPostgres(url: string, file: string, stop?: AbortSignal): Promise<void> {
  const client = createPostgresClient(url);
  await client.connect();
  const { rows } = await client.query<{ schema: string }>(visibleTablesQuery).finally(() => client.end());
  const names = new Set(rows.map(({ schema }) => schema));
  const schemas = Array.from(names, (name) => `--schema=${client.escapeIdentifier(name)}`);
  // A dump that names the schema `public` also has its comment, and only the owner of a schema may write that.
  const leftOut = ['--no-owner', '--no-privileges', '--no-comments'];
  await runPostgresTool('pg_dump', url, [...leftOut, ...schemas], { outputFile: file, stop });
}

const notRestored =
  /^(?:CREATE EXTENSION IF NOT EXISTS pg_trgm |COMMENT ON EXTENSION pg_trgm |CREATE INDEX search_texts_by_trigram )/;
const setting = /^SET (\w+) = /;
const dataBegins = /^COPY .* FROM stdin;$/;
const dataEnds = '\\.';

/** The schema of a dump's tables, as SQL writes it. */
async function schemaOf(file: string): Promise<string> {
  const input = createReadStream(file, { encoding: 'latin1' });
  for await (const line of createInterface({ input })) {
    const [, schema] = /^CREATE (?:UNLOGGED )?TABLE ("(?:[^"]|"")+"|\w+)\./.exec(line) ?? [];
    if (schema !== undefined) return schema;
  }
  return 'public';
}

/**
 * The lines of a dump that are restored, byte for byte. Lines of data are all kept, whatever is in them. A newer `pg_dump` writes
 * settings that an older database refuses, such as `transaction_timeout`; one that is not among `settings` is left out.
 */
async function* linesOf(file: string, schema: string, settings: ReadonlySet<string>): AsyncGenerator<Buffer> {
  let inData = false;
  const isKept = (line: string): boolean => {
    if (inData) inData = line !== dataEnds;
    else if (dataBegins.test(line)) inData = true;
    else {
      const [, name] = setting.exec(line) ?? [];
      const isUnknown = name !== undefined && !settings.has(name);
      return !isUnknown && !notRestored.test(line) && line !== `CREATE SCHEMA ${schema};`;
    }
    return true;
  };
  let cut = '';
  // Each byte is one character of latin1, whatever the encoding of the dump is.
  for await (const chunk of createReadStream(file, { encoding: 'latin1' })) {
    const lines = `${cut}${chunk}`.split('\n');
    cut = lines.pop() ?? '';
    yield Buffer.from(
      lines
        .filter(isKept)
        .map((line) => `${line}\n`)
        .join(''),
      'latin1',
    );
  }
  yield Buffer.from(isKept(cut) ? cut : '', 'latin1');
}

/** As the first migration does it. A backup from before the search has no such table, and its migrations are refused after this. */
const makeIndex = `
reset search_path;
do $$ begin
  create extension if not exists pg_trgm;
  create index search_texts_by_trigram on search_texts using gin (text gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object or undefined_table then
    raise warning 'pg_trgm could not be created: %', sqlerrm;
end $$;
`;

/** Makes the schema of a dump where it is not there yet, and refuses one in which a server would not find the tables. */
function beginIn(schema: string): string {
  const named = `'${schema.replaceAll("'", "''")}'`;
  const notFound = `The tables of the backup are in the schema %, and the search_path of the user in DATABASE_URL does not name it (decision 207).`;
  return `
do $$ begin
  if to_regnamespace(${named}) is null then create schema ${schema}; end if;
  if not exists (select from pg_namespace where oid = to_regnamespace(${named}) and nspname = any (current_schemas(false))) then
    raise exception '${notFound}', ${named};
  end if;
end $$;
`;
}

const scriptKey = `hashtextextended('script of a restore', 0)`;

/**
 * Holds the place for the script while it runs. When a restore is killed, PostgreSQL may go on with a statement of its script for
 * long; the next restore ends it.
 */
export const scriptLock = `select pg_advisory_xact_lock(${scriptKey});\n`;

/**
 * Ends the sessions that hold the place or wait for it. A session does not notice that its psql was ended while a statement runs,
 * which may wait for another session for long.
 */
export const endScripts = `select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and objsubid = 1 and (classid::bigint << 32) | objid::bigint = ${scriptKey}
  and database = (select oid from pg_database where datname = current_database())`;

/**
 * The script that restores a dump, in one transaction: psql takes the end of its input for the whole when the restore is killed, and
 * then nothing may stay. It also marks the database, which no server uses until the restore has finished.
 *
 * @param settings the names of those that the database knows
 */
export async function* scriptOf(dump: string, settings: ReadonlySet<string>): AsyncGenerator<Buffer> {
  const schema = await schemaOf(dump);
  yield Buffer.from(
    `begin;\n${scriptLock}${beginIn(schema)}create table ${schema}.${restoreMark} (at text);\n`,
    'latin1',
  );
  yield* linesOf(dump, schema, settings);
  yield Buffer.from(`${makeIndex}commit;\n`);
}
