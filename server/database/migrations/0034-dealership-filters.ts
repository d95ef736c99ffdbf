import { type Kysely, sql } from 'kysely';

/** What the list of dealerships asks: the filters "no code" and "never used" of codes, closed accounts, and the number of samples. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index access_codes_held on access_codes (dealership_id, expires_at, last_used_at)
    where dealership_id is not null and revoked_at is null`.execute(db);
  await sql`create index access_codes_never_used on access_codes (dealership_id, expires_at)
    where dealership_id is not null and revoked_at is null and last_used_at is null`.execute(db);
  await sql`create index dealerships_closed on dealerships (name_key, id)
    where removed_at is null and closed_at is not null`.execute(db);
  // Each page of the list says how many samples there are.
  await sql`create index dealerships_samples on dealerships (id)
    where sample_at is not null and removed_at is null`.execute(db);
}
