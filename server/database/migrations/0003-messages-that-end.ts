import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Messages remember that a try may have arrived, and what each second asks of them is found without reading the others. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema.alterTable('messages').addColumn('unsure_at', time).execute();
  await sql`update messages set unsure_at = created_at where state = 'unsure'`.execute(db);

  // Mail about leads never ends by itself and is about no request, so it is in neither index.
  await db.schema
    .createIndex('messages_by_end')
    .on('messages')
    .columns(['channel', 'state', 'expires_at'])
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
  await db.schema.dropIndex('messages_by_request').execute();
  await db.schema
    .createIndex('messages_by_request')
    .on('messages')
    .columns(['request_id', 'channel'])
    .where(sql.ref('request_id'), 'is not', null)
    .execute();
}
