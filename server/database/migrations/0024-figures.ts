import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * What the figures count of a request that its other columns forget when it changes hands: the first acceptance, the first
 * Connected that held, and that it was missed. Of earlier requests they are read from the history. The figures of days that are
 * over are kept, so that a look at a year reads a row for each day.
 */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  const requests = () => db.schema.alterTable('agent_requests');
  await requests().addColumn('first_accepted_at', time).execute();
  await requests().addColumn('first_accepted_link_id', 'text').execute();
  await requests().addColumn('first_connected_at', time).execute();
  await requests().addColumn('missed_at', time).execute();

  const firstEnd = sql`coalesce((select min(ended.seq) from request_events as ended
    where ended.request_id = agent_requests.id and ended.kind in ('done', 'cancelled', 'expired')), 9007199254740991)`;
  const event = (
    what: ReturnType<typeof sql>,
    where: ReturnType<typeof sql>,
  ) => sql`(select ${what} from request_events as e
    where e.request_id = agent_requests.id and ${where} order by e.seq limit 1)`;
  const accepted = sql`e.kind = 'accepted' and e.seq < ${firstEnd}`;
  const linkOf = sql`(select l.id from agent_links as l where l.request_id = e.request_id and l.name = e.detail limit 1)`;
  const undone = sql`(select n.kind from request_events as n where n.request_id = e.request_id and n.seq > e.seq
    and n.kind in ('connected', 'connected-undone') order by n.seq limit 1)`;
  const connected = sql`e.kind = 'connected' and e.seq < ${firstEnd} and coalesce(${undone}, '') <> 'connected-undone'`;
  await sql`update agent_requests set
    first_accepted_at = ${event(sql`e.at`, accepted)},
    first_accepted_link_id = ${event(linkOf, accepted)},
    first_connected_at = ${event(sql`e.at`, connected)}`.execute(db);
  const missed = sql`e.seq = ${firstEnd} and e.kind in ('cancelled', 'expired') and coalesce(e.detail, '') <> 'a backup was restored'`;
  await sql`update agent_requests set missed_at = ${event(sql`e.at`, missed)} where first_accepted_at is null`.execute(
    db,
  );

  await db.schema
    .createIndex('agent_requests_by_change')
    .on('agent_requests')
    .columns(['created_at', 'version'])
    .execute();
  await db.schema.createIndex('leads_by_change').on('leads').columns(['created_at', 'version']).execute();
  await db.schema.createIndex('presence_changes_by_time').on('presence_changes').columns(['at', 'seq']).execute();
  await db.schema
    .createIndex('presence_changes_of_person')
    .on('presence_changes')
    .columns(['person_id', 'at', 'seq'])
    .execute();

  await db.schema
    .createTable('figure_days')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    // Nobody looks into it by SQL.
    .addColumn('facts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('figure_days_key', ['kind', 'day', 'zone'])
    .execute();
}
