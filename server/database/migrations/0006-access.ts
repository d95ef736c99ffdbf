import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';
import { remakeSqliteTable } from '../remake-sqlite-table.ts';

/** No limit of confirmations looks further back, unless somebody set a longer one. */
const countedForMs = 30 * 24 * 60 * 60_000;

/**
 * Access codes are found by their hash alone and named by a number, and no wrong try is counted in the database. A
 * confirmation remembers the mailbox that it counts for.
 */
export async function up(db: Kysely<unknown>, { engine }: EngineDialect): Promise<void> {
  await db.schema.dropTable('code_places').execute();
  await db.schema.dropTable('code_tries').execute();

  // The first codes get their numbers in the order in which they were made.
  const numbered = sql`select id, row_number() over (order by created_at, id) as number from access_codes`;
  if (engine === 'postgres') {
    await db.schema.alterTable('access_codes').addColumn('number', 'integer').execute();
    await sql`update access_codes set number = numbered.number from (${numbered}) as numbered
      where numbered.id = access_codes.id`.execute(db);
    await sql`alter table access_codes alter column number set not null`.execute(db);
    await sql`alter table access_codes drop column selector`.execute(db);
  } else {
    // SQLite drops no column that has each value once.
    await remakeSqliteTable(
      db,
      'access_codes',
      sql`(
        id text primary key,
        number integer not null,
        hash text not null,
        dealership_id text references dealerships (id),
        created_at text not null,
        expires_at text,
        revoked_at text
      )`,
      sql`select id, numbered.number, hash, dealership_id, created_at, expires_at, revoked_at
        from access_codes join (${numbered}) as numbered using (id)`,
    );
  }
  await db.schema.createIndex('access_codes_by_number').unique().on('access_codes').column('number').execute();
  await db.schema.createIndex('access_codes_by_hash').unique().on('access_codes').column('hash').execute();

  await db.schema.alterTable('messages').addColumn('counts_for', 'text').execute();
  const recent = new Date(Date.now() - countedForMs).toISOString();
  await sql`update messages set counts_for = recipient
    where kind = 'lead-confirmation' and created_at > ${recent}`.execute(db);
  await db.schema.dropIndex('messages_by_recipient').execute();
  await db.schema
    .createIndex('messages_by_mailbox')
    .on('messages')
    .columns(['counts_for', 'kind', 'created_at'])
    .where(sql.ref('counts_for'), 'is not', null)
    .execute();
}
