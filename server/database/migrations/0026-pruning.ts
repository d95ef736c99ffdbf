import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** What is deleted after a while is found by an index, however much of it is still kept (`server/pruning.ts`). */
export async function up(db: Kysely<unknown>, _: EngineDialect): Promise<void> {
  const { schema } = db;
  await schema
    .createIndex('rings_ended')
    .on('rings')
    .column('ended_at')
    .where(sql.ref('ended_at'), 'is not', null)
    .execute();
  await schema.createIndex('staff_notices_by_time').on('staff_notices').column('created_at').execute();
  await schema.createIndex('staff_devices_by_use').on('staff_devices').column('used_at').execute();
  await schema.createIndex('staff_links_by_end').on('staff_links').column('expires_at').execute();
}
