import { type Kysely, sql } from 'kysely';
import { searchTextOf } from '#server/search-text.ts';
import type { EngineDialect } from '../dialect.ts';

/** The number before a dealership's first one; `server/search/store.ts` has those of every kind. */
const dealershipNumbers = 4 * 2 ** 40;

/**
 * A dealership has a record: its lead, contacts, hours, agreement, history, and whether its account is closed. Its access code
 * reaches it by a link that works once.
 */
export async function up(db: Kysely<unknown>, { engine, time, json }: EngineDialect): Promise<void> {
  const dealerships = () => db.schema.alterTable('dealerships');
  await dealerships()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await dealerships().addColumn('address', 'text').execute();
  await dealerships().addColumn('website', 'text').execute();
  await dealerships().addColumn('hours', json).execute();
  await dealerships().addColumn('agreement_date', 'text').execute();
  await dealerships().addColumn('closed_at', time).execute();
  await dealerships().addColumn('lead_id', 'text').execute();
  // No agreement comes before a sample.
  await sql`update dealerships set agreement_date = ${new Date().toISOString().slice(0, 10)} where sample_at is not null`.execute(
    db,
  );
  await db.schema
    .createIndex('dealerships_by_lead')
    .unique()
    .on('dealerships')
    .column('lead_id')
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
  await db.schema.createIndex('dealerships_in_order').on('dealerships').columns(['name_key', 'id']).execute();
  // The index in order serves whoever looks for one name, too.
  await db.schema.dropIndex('dealerships_by_name').execute();

  const { rows } = await sql<{ id: string; name: string; phone: string | null }>`
    select id, name, phone from dealerships where removed_at is null order by id`.execute(db);
  for (const [index, { id, name, phone }] of rows.entries()) {
    const text = searchTextOf(`${name}\n${phone ?? ''}`);
    await (engine === 'sqlite'
      ? sql`insert into search_texts (n, kind, id, text) values (${dealershipNumbers + index + 1}, 'dealership', ${id}, ${text})`
      : sql`insert into search_texts (kind, id, text) values ('dealership', ${id}, ${text})`
    ).execute(db);
  }

  await db.schema
    .createTable('dealership_contacts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('dealership_id', 'text', (column) => column.notNull().references('dealerships.id').onDelete('cascade'))
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('mail', 'text')
    .addColumn('consent_submission_id', 'text')
    .addColumn('consent_phone', 'text')
    .execute();
  await db.schema
    .createIndex('dealership_contacts_in_order')
    .on('dealership_contacts')
    .columns(['dealership_id', 'place'])
    .execute();

  await db.schema
    .createTable('dealership_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('dealership_id', 'text', (column) => column.notNull().references('dealerships.id').onDelete('cascade'))
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('detail', json, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('dealership_events_in_order')
    .on('dealership_events')
    .columns(['dealership_id', 'at', 'id'])
    .execute();

  const codes = () => db.schema.alterTable('access_codes');
  await codes().addColumn('last_used_at', time).execute();
  await codes().addColumn('replaced_at', time).execute();
  await codes().addColumn('account_closed_at', time).execute();

  await db.schema
    .createTable('code_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('dealership_id', 'text', (column) => column.notNull().references('dealerships.id').onDelete('cascade'))
    .addColumn('contact_name', 'text', (column) => column.notNull())
    .addColumn('mail', 'text')
    .addColumn('phone', 'text')
    .addColumn('by_id', 'text')
    .addColumn('grace_hours', 'integer', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('used_at', time)
    .addColumn('ended_at', time)
    .addColumn('claim_hash', 'text')
    .addColumn('code_id', 'text', (column) => column.references('access_codes.id').onDelete('set null'))
    .addColumn('earlier_holds_until', time)
    .execute();
  await db.schema
    .createIndex('code_links_by_dealership')
    .on('code_links')
    .columns(['dealership_id', 'created_at'])
    .execute();
  await db.schema.createIndex('code_links_by_code').on('code_links').column('code_id').execute();
  await db.schema.createIndex('code_links_by_end').on('code_links').column('expires_at').execute();
}
