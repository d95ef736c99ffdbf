import { type Kysely, sql } from 'kysely';
import { searchTextOf } from '#server/search-text.ts';
import type { EngineDialect } from '../dialect.ts';

/** The number before the first one of a kind; `server/search/store.ts` has those of every kind. */
const numbers = { request: 2 * 2 ** 40, dealership: 4 * 2 ** 40 } as const;
const numbersPerKind = sql.lit(2 ** 40);

interface Text {
  readonly id: string;
  readonly text: string;
}

/** Stores the texts by which a search finds things of one kind, in place of those that are there. */
async function putTexts(
  db: Kysely<unknown>,
  engine: EngineDialect['engine'],
  kind: keyof typeof numbers,
  texts: readonly Text[],
): Promise<void> {
  const kindText = sql.lit(kind);
  const before = sql.lit(numbers[kind]);
  const put = sql`on conflict (kind, id) do update set text = excluded.text`;
  for (const { id, text } of texts) {
    const next = sql`
      (select coalesce(max(n), ${before}) + 1 from search_texts where n > ${before} and n < ${before} + ${numbersPerKind})`;
    await (engine === 'sqlite'
      ? sql`insert into search_texts (n, kind, id, text) values (${next}, ${kindText}, ${id}, ${text}) ${put}`
      : sql`insert into search_texts (kind, id, text) values (${kindText}, ${id}, ${text}) ${put}`
    ).execute(db);
  }
}

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly website: string | null;
  /** The values of its store sheet, `{ whoSigns: { value } }`. */
  readonly fields: string | null;
}

interface Contact {
  readonly dealership_id: string;
  readonly name: string;
  readonly role: string;
  readonly phone: string | null;
  readonly mail: string | null;
  readonly consent_phone: string | null;
}

/** The values that are chosen from a list. */
const chosen = new Set(['creditPortal', 'contracts', 'remoteSigning', 'timeZone']);

const writtenOn = (fields: string | null): string[] =>
  Object.entries(JSON.parse(fields ?? '{}') as Record<string, { readonly value?: string }>).flatMap(
    ([name, { value }]) => (chosen.has(name) || !value ? [] : [value]),
  );

async function dealershipTexts(db: Kysely<unknown>): Promise<Text[]> {
  const { rows } = await sql<Stored>`
    select dealerships.id, name, phone, address, website, store_sheets.fields
    from dealerships left join store_sheets on store_sheets.dealership_id = dealerships.id
    where erased_at is null order by dealerships.id`.execute(db);
  const { rows: contacts } = await sql<Contact>`
    select dealership_id, name, role, phone, mail, consent_phone from dealership_contacts order by place`.execute(db);
  const of = Map.groupBy(contacts, ({ dealership_id }) => dealership_id);
  return rows.map(({ id, name, phone, address, website, fields }) => {
    const people = (of.get(id) ?? []).flatMap((one) => [one.name, one.role, one.phone, one.mail, one.consent_phone]);
    const parts = [name, phone, address, website, ...people, ...writtenOn(fields)];
    return { id, text: searchTextOf(parts.flatMap((part) => part ?? []).join('\n')) };
  });
}

/** Requests that are not billed, with the reason beside what they are found by already. */
async function requestTexts(db: Kysely<unknown>): Promise<Text[]> {
  const { rows } = await sql<{ id: string; reason: string; text: string | null }>`
    select request_id as id, not_billed_reason as reason, search_texts.text
    from request_deals join agent_requests on agent_requests.id = request_id
    left join search_texts on search_texts.kind = 'request' and search_texts.id = request_id
    where not_billed_reason is not null and erased_at is null order by request_id`.execute(db);
  return rows.map(({ id, reason, text }) => ({ id, text: [text, searchTextOf(reason)].filter(Boolean).join('\n') }));
}

/**
 * Dealerships are also found by what was written by hand on their store sheets, and removed ones are found by a search for what is kept
 * about a person. Requests are also found by the reason why they are not billed.
 */
export async function up(db: Kysely<unknown>, { engine }: EngineDialect): Promise<void> {
  await putTexts(db, engine, 'dealership', await dealershipTexts(db));
  await putTexts(db, engine, 'request', await requestTexts(db));
}
