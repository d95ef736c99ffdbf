/**
 * What psql is given of a dump. PostgreSQL's extension for the search, pg_trgm, may be made by somebody else than the database's
 * user, and that user may then neither make nor describe it in a new database. So the dump's own statements about it are left out,
 * and the end of the restore makes what that user may make, as a new database does.
 */
import { createReadStream } from 'node:fs';
import { restoreMark } from '#server/database/open.ts';

const leftOut =
  /^(?:CREATE EXTENSION IF NOT EXISTS pg_trgm |COMMENT ON EXTENSION pg_trgm |CREATE INDEX search_texts_by_trigram )/;
const dataBegins = /^COPY .* FROM stdin;$/;
const dataEnds = '\\.';

/** The lines of a dump that are restored, byte for byte. Lines of data are all kept, whatever is in them. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let inData = false;
  const isKept = (line: string): boolean => {
    if (inData) inData = line !== dataEnds;
    else if (dataBegins.test(line)) inData = true;
    else return !leftOut.test(line);
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

/** As migration 0021 does it. A backup of an earlier version has no table of the search; its migration makes the index. */
const makeIndex = `
set search_path = public;
do $$ begin
  create extension if not exists pg_trgm;
  create index search_texts_by_trigram on search_texts using gin (text gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported or undefined_object or undefined_table then
    raise warning 'pg_trgm could not be created: %', sqlerrm;
end $$;
`;

/** The script that restores a dump. It marks the database first, so no server uses what is there when reading the dump fails. */
export async function* scriptOf(dump: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`create table public.${restoreMark} (at text);\n`);
  yield* linesOf(dump);
  yield Buffer.from(makeIndex);
}
