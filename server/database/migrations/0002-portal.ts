import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Access codes and portal sessions, the people on shift, and agent requests with their history and links. */
export async function up(db: Kysely<unknown>, { time, autoIncrement }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('dealerships')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text')
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('access_codes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('selector', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('dealership_id', 'text', (column) => column.references('dealerships.id'))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('expires_at', time)
    .addColumn('revoked_at', time)
    .execute();
  await db.schema
    .createTable('code_tries')
    .addColumn('selector', 'text', (column) => column.primaryKey())
    .addColumn('paid_until_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('code_places')
    .addColumn('code_id', 'text', (column) => column.notNull().references('access_codes.id').onDelete('cascade'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('last_at', time, (column) => column.notNull())
    .addColumn('paid_until_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('code_places_key', ['code_id', 'place'])
    .execute();

  await db.schema
    .createTable('portal_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('code_id', 'text', (column) => column.notNull().references('access_codes.id').onDelete('cascade'))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('ended_at', time)
    .execute();
  await db.schema.createIndex('portal_sessions_by_end').on('portal_sessions').column('expires_at').execute();

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('changed_at', time, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('shift_people')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('phone', 'text')
    .addColumn('mail', 'text')
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('on_shift_at', time)
    .execute();

  await db.schema
    .createTable('agent_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.references('portal_sessions.id').onDelete('set null'))
    .addColumn('code_id', 'text', (column) => column.notNull().references('access_codes.id'))
    .addColumn('dealership_id', 'text', (column) => column.notNull().references('dealerships.id'))
    .addColumn('dealership_name', 'text', (column) => column.notNull())
    .addColumn('dealer_phone', 'text')
    .addColumn('request_type', 'text', (column) => column.notNull())
    .addColumn('additional_info', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('texting', 'text', (column) => column.notNull())
    .addColumn('anydesk', 'text')
    .addColumn('stored_at', time, (column) => column.notNull())
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('sent_at', time)
    .addColumn('delivered_at', time)
    .addColumn('accepted_at', time)
    .addColumn('accepted_link_id', 'text')
    .addColumn('accepted_by', 'text')
    .addColumn('connected_at', time)
    .addColumn('ended_at', time)
    .addColumn('outcome', 'text')
    .execute();
  await db.schema
    .createIndex('agent_requests_by_end')
    .on('agent_requests')
    .columns(['ended_at', 'expires_at'])
    .execute();
  await db.schema.createIndex('agent_requests_by_session').on('agent_requests').column('session_id').execute();
  await db.schema
    .createIndex('agent_requests_by_dealership')
    .on('agent_requests')
    .columns(['dealership_id', 'stored_at'])
    .execute();
  await db.schema.createIndex('agent_requests_by_arrival').on('agent_requests').columns(['stored_at', 'id']).execute();

  await db.schema
    .createTable('request_events')
    .addColumn('seq', autoIncrement, (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('agent_requests.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute();
  await db.schema
    .createIndex('request_events_by_request')
    .on('request_events')
    .columns(['request_id', 'seq'])
    .execute();

  await db.schema
    .createTable('agent_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('agent_requests.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('agent_links_by_request').on('agent_links').column('request_id').execute();

  const messages = () => db.schema.alterTable('messages');
  await messages()
    .addColumn('request_id', 'text', (column) => column.references('agent_requests.id').onDelete('cascade'))
    .execute();
  await messages()
    .addColumn('link_id', 'text', (column) => column.references('agent_links.id').onDelete('cascade'))
    .execute();
  await messages().addColumn('expires_at', time).execute();
  await messages().addColumn('provider_id', 'text').execute();
  await messages().addColumn('delivered_at', time).execute();
  await db.schema.createIndex('messages_by_request').on('messages').column('request_id').execute();
  await db.schema.createIndex('messages_by_channel').on('messages').columns(['channel', 'created_at']).execute();
}
