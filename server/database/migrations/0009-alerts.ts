import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Alerts to the operator, the messages that carry them, and which stuck messages were told of. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.references('agent_requests.id').onDelete('cascade'))
    .addColumn('count', 'integer')
    .addColumn('raised_at', time, (column) => column.notNull())
    .addColumn('handled_at', time)
    .addColumn('unsent', 'text')
    .addUniqueConstraint('alerts_once', ['kind', 'about'])
    .execute();
  await db.schema.createIndex('alerts_by_arrival').on('alerts').columns(['raised_at', 'id']).execute();
  await db.schema.createIndex('alerts_by_kind').on('alerts').columns(['kind', 'raised_at']).execute();
  await db.schema
    .createIndex('alerts_open')
    .on('alerts')
    .column('raised_at')
    .where(sql.ref('handled_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('alerts_by_request')
    .on('alerts')
    .column('request_id')
    .where(sql.ref('request_id'), 'is not', null)
    .execute();

  const messages = () => db.schema.alterTable('messages');
  await messages()
    .addColumn('alert_id', 'text', (column) => column.references('alerts.id').onDelete('cascade'))
    .execute();
  await messages().addColumn('stuck_told_at', time).execute();
  await db.schema
    .createIndex('messages_by_alert')
    .on('messages')
    .column('alert_id')
    .where(sql.ref('alert_id'), 'is not', null)
    .execute();
  await sql`create index messages_stuck_untold on messages (channel, id) where state = 'stuck' and stuck_told_at is null`.execute(
    db,
  );
}
