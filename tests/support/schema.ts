/** The schema of a database as lines of text, for tests that compare schemas. */
import { type Kysely, sql } from 'kysely';
import type { Engine } from '#server/database/dialect.ts';

/** Columns, with the columns of the primary key marked; then indexes, keys that tables declare, and references. */
const sqliteQuery = `
  with tables as (select name from sqlite_master where type = 'table' and name not like 'sqlite_%')
  select concat_ws(' ', t.name, 'column', c.name, c.type, iif(c."notnull", 'not null', null), 'default ' || c.dflt_value,
    iif(c.pk > 0, 'key ' || c.pk, null)) as line
  from tables as t join pragma_table_info(t.name) as c
  union all
  select concat_ws(' ', t.name, iif(i."unique", 'unique', null), iif(i.origin = 'c', 'index ' || i.name, 'by itself'), '(' ||
    (select group_concat(coalesce(c.name, '…') || iif(c."desc", ' desc', ''), ', ' order by c.seqno)
      from pragma_index_xinfo(i.name) as c where c.key) || ')', '= ' || m.sql)
  from tables as t join pragma_index_list(t.name) as i left join sqlite_master as m on m.name = i.name
  union all
  select concat_ws(' ', t.name, 'reference', f."from", 'to', f."table", f."to", 'on delete', f.on_delete)
  from tables as t join pragma_foreign_key_list(t.name) as f
  union all
  select concat_ws(' ', t.tbl_name, t.type, t.name, '= ' || t.sql) from sqlite_master as t where t.type not in ('table', 'index')`;

const postgresQuery = `
  with tables as (select oid, relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace)
  select concat_ws(' ', t.name, 'column', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid)) as line
  from tables as t join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef as d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select t.name || ' = ' || pg_get_indexdef(i.indexrelid) from tables as t join pg_index as i on i.indrelid = t.oid
  union all
  select concat_ws(' ', t.name, 'constraint', c.conname, '=', pg_get_constraintdef(c.oid))
  from tables as t join pg_constraint as c on c.conrelid = t.oid and c.contype <> 'n'`;

/**
 * Every column, index, key and reference of a database, a line each, in the order of the alphabet: the order of columns says nothing
 * that a statement depends on.
 */
export async function schemaOf(db: Kysely<never>, engine: Engine): Promise<string> {
  const { rows } = await sql.raw<{ line: string }>(engine === 'sqlite' ? sqliteQuery : postgresQuery).execute(db);
  // SQLite keeps the words of the statement that made an index, with its blanks.
  const lines = rows.map(({ line }) =>
    line
      .replaceAll('"', '')
      .replace(/= create (unique )?index \S+ on /i, '= ')
      .replace(/\s+/g, ' ')
      .replace(/; /g, ';'),
  );
  return `${lines.sort().join('\n')}\n`;
}
