/** Databases in the state after earlier migrations, for tests of later migrations. */
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { dialects, type EngineDialect } from '#server/database/dialect.ts';
import { migrations } from '#server/database/migrate.ts';
import { openStorage, type Storage } from '#server/database/open.ts';
import type { EngineUnderTest } from './each-engine.ts';

interface EarlierDatabase {
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

/** An empty database in the state after some migrations. Its tables differ from those of today's code. */
export async function openEarlier(
  under: EngineUnderTest,
  earlier: readonly { up(db: Kysely<unknown>, dialect: EngineDialect): Promise<void> }[],
): Promise<EarlierDatabase> {
  const { dataDir, databaseUrl } = await under.newPlace({ empty: true });
  const storage = openStorage({ dataDir, databaseUrl });
  onTestFinished(() => storage.close());
  const dialect = dialects[under.engine];
  const db = storage.db as unknown as EarlierDatabase['db'];
  await dialect.migrating(storage.db, () =>
    db.transaction().execute(async (trx) => {
      for (const { up } of earlier) await up(trx as never, dialect);
    }),
  );
  return { storage, db, dialect };
}
