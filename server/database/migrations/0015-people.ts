import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';
import { remakeSqliteTable } from '../remake-sqlite-table.ts';

/** A mail address as it was compared when this ran. */
const keyOf = (mail: string) => mail.trim().toLowerCase();

/**
 * The people on shift become people who may also have a role, and with it a staff account. One who is removed keeps the row
 * for the history, and the name is free again. Of those who have a role no two share a mail address, because it signs in.
 */
export async function up(db: Kysely<unknown>, { engine, time }: EngineDialect): Promise<void> {
  await db.schema.alterTable('shift_people').renameTo('people').execute();
  const people = () => db.schema.alterTable('people');
  if (engine === 'postgres') {
    await people().dropConstraint('shift_people_name_key').execute();
    await sql`alter table people rename constraint shift_people_pkey to people_pkey`.execute(db);
  } else {
    // SQLite drops no constraint.
    await remakeSqliteTable(
      db,
      'people',
      sql`(id text primary key, name text not null, phone text, mail text, created_at text not null, on_shift_at text)`,
      sql`select id, name, phone, mail, created_at, on_shift_at from people`,
    );
  }
  await people().addColumn('mail_key', 'text').execute();
  await people().addColumn('role', 'text').execute();
  await people().addColumn('on_call_at', time).execute();
  await people().addColumn('removed_at', time).execute();
  await people()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  const { rows } = await sql<{ id: string; mail: string }>`select id, mail from people where mail is not null`.execute(
    db,
  );
  for (const { id, mail } of rows) {
    await sql`update people set mail_key = ${keyOf(mail)} where id = ${id}`.execute(db);
  }
  await sql`create unique index people_by_name on people (name) where removed_at is null`.execute(db);
  await sql`create unique index people_by_mail on people (mail_key)
    where removed_at is null and role is not null`.execute(db);
}
