import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Weekly hours with exceptions and holidays; how far somebody's shift is decided; the states that somebody is licensed in. */
export async function up(db: Kysely<unknown>, { time, json }: EngineDialect): Promise<void> {
  const people = () => db.schema.alterTable('people');
  await people().addColumn('shift_decided_at', time).execute();
  await people().addColumn('off_due_at', time).execute();
  await people()
    .addColumn('licensed_states', json, (column) => column.notNull().defaultTo(sql.lit('[]')))
    .execute();

  await db.schema
    .createTable('schedules')
    .addColumn('person_id', 'text', (column) => column.primaryKey())
    .addColumn('week', json)
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed_at', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('schedule_exceptions')
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('date', 'text', (column) => column.notNull())
    .addColumn('periods', json)
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed_at', time, (column) => column.notNull())
    .addPrimaryKeyConstraint('schedule_exceptions_key', ['person_id', 'date'])
    .execute();
  await db.schema.createIndex('schedule_exceptions_by_date').on('schedule_exceptions').column('date').execute();
  await db.schema
    .createTable('schedule_holidays')
    .addColumn('date', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('periods', json)
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed_at', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('schedule_revisions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into schedule_revisions (id, revision) values ('schedule', 0)`.execute(db);
}
