/** Databases in the state after earlier migrations, for tests of later migrations. */
import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { dialects, type EngineDialect } from '#server/database/dialect.ts';
import { migrations } from '#server/database/migrate.ts';
import { openStorage, type Storage } from '#server/database/open.ts';
import type { EngineUnderTest, Place } from './each-engine.ts';

interface EarlierDatabase {
  readonly place: Place;
  readonly storage: Storage;
  // biome-ignore lint/suspicious/noExplicitAny: a table of an earlier time has no type
  readonly db: Kysely<any>;
  readonly dialect: EngineDialect;
}

/** The migrations whose names sort before a name, in their order. */
export const migrationsBefore = (name: string) =>
  Object.entries(migrations)
    .filter(([known]) => known < name)
    .map(([, migration]) => migration);

/** An empty database in the state after some migrations, of which it has no record. Its tables differ from those of today's code. */
export async function openEarlier(
  under: EngineUnderTest,
  earlier: readonly { up(db: Kysely<unknown>, dialect: EngineDialect): Promise<void> }[],
): Promise<EarlierDatabase> {
  const place = await under.newPlace({ empty: true });
  const storage = openStorage(place);
  onTestFinished(() => storage.close());
  const dialect = dialects[under.engine];
  const db = storage.db as unknown as EarlierDatabase['db'];
  await db.transaction().execute(async (trx) => {
    for (const { up } of earlier) await up(trx as never, dialect);
  });
  return { place, storage, db, dialect };
}

/** The names of the migrations that one with the last of these names took the place of. */
export const namesOfFirst = [
  '0001-leads-and-outbox',
  '0002-portal',
  '0003-messages-that-end',
  '0004-storage',
  '0006-access',
  '0007-consent',
  '0008-request-endings',
  '0009-alerts',
  '0010-dealerships',
  '0012-messages',
  '0013-names',
  '0014-message-subjects',
  '0015-people',
  '0016-sign-in',
  '0017-audit',
  '0018-deals',
  '0019-ringing',
  '0020-lead-work',
  '0021-search',
  '0022-dealership-records',
  '0023-schedule',
  '0024-figures',
  '0025-messages-settings',
  '0026-pruning',
  '0027-retention',
  '0028-erasure',
  '0029-measured',
  '0030-webhooks',
  '0031-api',
  '0032-leads-apart',
  '0034-dealership-filters',
  '0037-search-by-hand',
  '0038-fewer-message-indexes',
];

/** Records migrations in a new database as having run. */
export async function record(db: Kysely<never>, names: readonly string[]): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    db,
  );
  for (const [n, name] of names.entries()) {
    const at = new Date(Date.UTC(2026, 10, 23) + n).toISOString();
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(db);
  }
}
