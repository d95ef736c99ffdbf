/**
 * How long a migration takes on a database with a history: the server listens after it. Half of the requests' texts are long.
 *
 *   npm run bench:migration [-- --name=0028-erasure] [-- --requests=100000] [-- --engine=sqlite,postgres]
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { mintId } from '#contract/reference.ts';
import { migrations } from '#server/database/migrate.ts';
import { dialectOf, openStorage } from '#server/database/open.ts';
import { createDatabase, dropDatabases } from '../tests/support/databases.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';

const { values } = parseArgs({
  options: {
    name: { type: 'string', default: '0028-erasure' },
    requests: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
});
const wanted = migrations[values.name];
if (!wanted) throw new Error(`--name is one of ${Object.keys(migrations).join(', ')}`);
const count = Number(values.requests);
const sliceRows = 400;

const note = 'The customer trades in a car with a second lien, and wants to know by Friday. ';

/** The columns of the old requests that the migration reads. */
async function store(db: Kysely<never>): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: a table of an earlier time has no type
  const earlier = db as unknown as Kysely<any>;
  const at = '2026-01-01T00:00:00.000Z';
  const dealership = { id: mintId(), name: 'Harbor Point Motors', name_key: 'harbor point motors', created_at: at };
  await earlier.insertInto('dealerships').values(dealership).execute();
  const code = { id: mintId(), number: 1, hash: 'x', dealership_id: dealership.id, created_at: at };
  await earlier.insertInto('access_codes').values(code).execute();
  await earlier.transaction().execute(async (trx) => {
    for (let first = 0; first < count; first += sliceRows) {
      const rows = Array.from({ length: Math.min(sliceRows, count - first) }, (_, n) => ({
        id: mintId(),
        version: first + n,
        reference: `BX-${first + n}`,
        code_id: code.id,
        dealership_id: dealership.id,
        dealership_name: dealership.name,
        dealer_phone: `207555${String((first + n) % 10_000).padStart(4, '0')}`,
        request_type: 'active_deal',
        additional_info: n % 2 ? note.repeat(4) : '',
        fingerprint: String(first + n),
        sms_status: 'going',
        created_at: at,
        expires_at: at,
        ended_at: at,
        outcome: 'expired',
      }));
      await trx.insertInto('agent_requests').values(rows).execute();
    }
  });
}

/** @returns the duration of the migration alone, in milliseconds */
async function measure(dataDir: string, databaseUrl: string | undefined): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  const storage = openStorage({ dataDir, databaseUrl });
  const { db } = storage;
  const dialect = dialectOf(db);
  const run = (some: readonly (typeof wanted)[]) =>
    dialect.migrating(db, () =>
      db.transaction().execute(async (trx) => {
        for (const migration of some) await migration?.up(trx as never, dialect);
      }),
    );
  try {
    await run(Object.entries(migrations).flatMap(([name, migration]) => (name < values.name ? [migration] : [])));
    await store(db as never);
    const beganMs = performance.now();
    await run([wanted]);
    return performance.now() - beganMs;
  } finally {
    await storage.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'boxline-bench-'));
try {
  for (const engine of values.engine.split(',')) {
    let ms: number;
    if (engine === 'sqlite') ms = await measure(join(folder, 'sqlite'), undefined);
    else {
      const postgres = await startPostgres({ durable: true });
      if ('missing' in postgres) throw new Error(postgres.missing);
      const prefix = `boxline_bench_${randomBytes(4).toString('hex')}`;
      try {
        ms = await measure(
          join(folder, 'postgres'),
          await createDatabase(postgres.adminUrl, prefix, `${prefix}_m`, { empty: true }),
        );
        await dropDatabases(postgres.adminUrl, prefix);
      } finally {
        await postgres.stop();
      }
    }
    console.log(
      `${engine}: ${values.name} took ${(ms / 1000).toFixed(1)} s at ${count.toLocaleString('en')} requests, ${((ms / count) * 1000).toFixed(0)} s for a million`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
