import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** What the desk adds to a request: signing, hand-offs, reopening, the deal, the jacket; and store sheets and logged calls. */
export async function up(db: Kysely<unknown>, { time, json }: EngineDialect): Promise<void> {
  const requests = () => db.schema.alterTable('agent_requests');
  await requests().addColumn('signing_at', time).execute();
  await requests().addColumn('waits_for_id', 'text').execute();
  await requests().addColumn('waits_for', 'text').execute();
  await requests().addColumn('reopened_at', time).execute();
  await db.schema.createIndex('agent_requests_ended').on('agent_requests').column('ended_at').execute();
  await db.schema.createIndex('agent_requests_by_reference').on('agent_requests').column('reference').execute();

  await db.schema
    .createTable('request_deals')
    .addColumn('request_id', 'text', (column) =>
      column.primaryKey().references('agent_requests.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('dms_deal_number', 'text')
    .addColumn('stock_number', 'text')
    .addColumn('lender', 'text')
    .addColumn('products', json, (column) => column.notNull())
    .addColumn('vehicle', 'text')
    .addColumn('minutes', 'integer')
    .addColumn('not_billed_reason', 'text')
    .addColumn('changed_at', time, (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('request_ticks')
    .addColumn('request_id', 'text', (column) => column.notNull().references('agent_requests.id').onDelete('cascade'))
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('ticked_at', time, (column) => column.notNull())
    .addColumn('ticked_by', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('request_ticks_key', ['request_id', 'item'])
    .execute();

  await db.schema
    .createTable('request_hand_offs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('agent_requests.id').onDelete('cascade'))
    .addColumn('from_name', 'text', (column) => column.notNull())
    .addColumn('to_name', 'text')
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('lender', 'text', (column) => column.notNull())
    .addColumn('products', json, (column) => column.notNull())
    .addColumn('open_stipulations', 'text', (column) => column.notNull())
    .addColumn('promised', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('request_hand_offs_by_request')
    .on('request_hand_offs')
    .columns(['request_id', 'at'])
    .execute();

  await db.schema
    .createTable('calls')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('dealership_id', 'text', (column) => column.notNull().references('dealerships.id'))
    .addColumn('dealership_name', 'text', (column) => column.notNull())
    .addColumn('request_type', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('disposition', 'text', (column) => column.notNull())
    .addColumn('minutes', 'integer')
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('logged_by', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('calls_by_reference').on('calls').column('reference').execute();
  await db.schema.createIndex('calls_by_dealership').on('calls').columns(['dealership_id', 'created_at']).execute();
  await db.schema.createIndex('calls_by_arrival').on('calls').columns(['created_at', 'id']).execute();

  await db.schema
    .createTable('store_sheets')
    .addColumn('dealership_id', 'text', (column) =>
      column.primaryKey().references('dealerships.id').onDelete('cascade'),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('fields', json, (column) => column.notNull())
    .execute();
}
