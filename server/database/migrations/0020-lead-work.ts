import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * What the desk makes of a lead: how it stands, whose it is, when to follow up, what it is joined with, and its history. A lead
 * that was there before is new, and was to be contacted a day after it came.
 */
export async function up(db: Kysely<unknown>, { engine, time, json }: EngineDialect): Promise<void> {
  const leads = () => db.schema.alterTable('leads');
  await leads()
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('new'))
    .execute();
  await leads()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  for (const name of ['owner_id', 'dealership_id'] as const) await leads().addColumn(name, 'text').execute();
  const times = ['due_at', 'follow_up_at', 'first_contact_at', 'closed_at', 'joined_at', 'keyed_at'] as const;
  for (const name of times) await leads().addColumn(name, time).execute();
  await leads()
    .addColumn('joined_into_id', 'text', (column) => column.references('leads.id').onDelete('set null'))
    .execute();
  await (engine === 'postgres'
    ? sql`update leads set due_at = created_at + interval '24 hours'`
    : sql`update leads set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '+24 hours')`
  ).execute(db);

  const isShown = sql<boolean>`joined_into_id is null`;
  const isOpen = sql<boolean>`joined_into_id is null and closed_at is null`;
  const isClosed = sql<boolean>`joined_into_id is null and closed_at is not null`;
  const isFlagged =
    engine === 'postgres'
      ? sql<boolean>`joined_into_id is null and flags <> '[]'::jsonb`
      : sql<boolean>`joined_into_id is null and flags <> '[]'`;
  const indexes = [
    ['leads_open', ['due_at', 'id'], isOpen],
    ['leads_open_by_status', ['status', 'due_at', 'id'], isOpen],
    ['leads_open_by_owner', ['owner_id', 'due_at', 'id'], isOpen],
    ['leads_closed', ['closed_at', 'id'], isClosed],
    ['leads_closed_by_status', ['status', 'closed_at', 'id'], isClosed],
    ['leads_closed_by_owner', ['owner_id', 'closed_at', 'id'], isClosed],
    ['leads_flagged', ['due_at', 'id'], isFlagged],
    ['leads_by_dealership', ['dealership_id'], isShown],
    ['leads_joined', ['joined_into_id'], sql<boolean>`joined_into_id is not null`],
    ['leads_without_keys', ['id'], sql<boolean>`keyed_at is null`],
  ] as const;
  for (const [name, columns, where] of indexes) {
    await db.schema
      .createIndex(name)
      .on('leads')
      .columns([...columns])
      .where(where)
      .execute();
  }

  await db.schema
    .createTable('lead_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('by_name', 'text')
    .addColumn('detail', json, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('lead_events_by_lead').on('lead_events').columns(['lead_id', 'at', 'id']).execute();

  await db.schema
    .createTable('lead_keys')
    .addColumn('lead_id', 'text', (column) => column.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('lead_keys_key', ['lead_id', 'kind', 'value'])
    .execute();
  await db.schema.createIndex('lead_keys_by_value').on('lead_keys').columns(['value', 'kind', 'lead_id']).execute();
}
