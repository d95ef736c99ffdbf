import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchTextOf } from '#contract/desk/search-text.ts';
import type { EngineDialect } from '../dialect.ts';

/** Writes, for each link that was sent, the contact's id in place of the name; nothing when the name is nobody's, or several people's. */
async function nameContactsById(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; dealership_id: string; detail: string }>`
    select id, dealership_id, detail from dealership_events where kind = 'link-sent'`.execute(db);
  for (const { id, dealership_id, detail } of rows) {
    const [name = ''] = JSON.parse(detail) as string[];
    const named = await sql<{ id: string }>`
      select id from dealership_contacts where dealership_id = ${dealership_id} and name = ${name}`.execute(db);
    const ids = named.rows.length === 1 ? named.rows.map((contact) => contact.id) : [];
    await sql`update dealership_events set detail = ${JSON.stringify(ids)} where id = ${id}`.execute(db);
  }
}

/** The number before a request's first one, and the one before the next kind; `server/search/store.ts` has those of every kind. */
const [before, next] = [sql.lit(2 * 2 ** 40), sql.lit(3 * 2 ** 40)];

/** Lets a search find requests by the deal number, the stock number and the lenders, beside what it finds them by already. */
async function findByDeals(db: Kysely<unknown>, engine: EngineDialect['engine']): Promise<void> {
  const { rows } = await sql<{ id: string; written: string | null; text: string | null }>`
    select agent_requests.id, search_texts.text, written from (
      select request_id, dms_deal_number as written from request_deals
      union select request_id, stock_number from request_deals
      union select request_id, lender from request_deals
      union select request_id, lender from request_hand_offs
    ) as typed
    join agent_requests on agent_requests.id = typed.request_id
    left join search_texts on search_texts.kind = 'request' and search_texts.id = typed.request_id
    where written <> '' order by agent_requests.id`.execute(db);
  for (const [id, parts] of Map.groupBy(rows, (row) => row.id)) {
    const added = searchTextOf(parts.map(({ written }) => written).join('\n'));
    const text = [parts[0]?.text, added].filter(Boolean).join('\n');
    const number: RawBuilder<unknown> = sql`
      (select coalesce(max(n), ${before}) + 1 from search_texts where n > ${before} and n < ${next})`;
    const put = sql`on conflict (kind, id) do update set text = excluded.text`;
    await (engine === 'sqlite'
      ? sql`insert into search_texts (n, kind, id, text) values (${number}, 'request', ${id}, ${text}) ${put}`
      : sql`insert into search_texts (kind, id, text) values ('request', ${id}, ${text}) ${put}`
    ).execute(db);
  }
}

/**
 * What staff typed of a deal stayed in requests that were erased, and no search found it in the others. The history of a dealership
 * had the names of contacts who got links, which no erasure knew of. And requests whose place another one took counted as missed.
 */
export async function up(db: Kysely<unknown>, { engine }: EngineDialect): Promise<void> {
  await nameContactsById(db);
  await sql`
    update request_deals set dms_deal_number = null, stock_number = null, lender = null
    where request_id in (select id from agent_requests where erased_at is not null)`.execute(db);
  await findByDeals(db, engine);
  await sql`
    update agent_requests set missed_at = null where first_accepted_at is null and id in (
      select request_id from request_events where kind = 'cancelled' and detail = 'another request took its place')`.execute(
    db,
  );
  if (engine !== 'sqlite') return;
  const { rows } = await sql`
    select id from dealership_events where kind = 'link-sent' union all
    select id from agent_requests where erased_at is not null limit 1`.execute(db);
  // As an erasure does (docs/decisions/0105): the next start writes the file anew, so that no copy stays in it.
  if (rows.length > 0) await sql`pragma user_version = 0`.execute(db);
}
