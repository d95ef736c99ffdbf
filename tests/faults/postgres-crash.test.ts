import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { createDatabase } from '../support/databases.ts';
import { onPostgres, type Place, temporaryFolder } from '../support/each-engine.ts';
import { type OwnPostgres, startCrashingPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/seeded.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { type Arrival, auditLeads, auditMail } from './support/audit.ts';
import { startCallers } from './support/callers.ts';
import { collect, passLeases, waitUntilSent } from './support/mails.ts';
import { limitMs, times } from './support/rounds.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

/** Each takes some two seconds, most of them for the recovery. */
const crashes = times(5, 40);
const longestLifeMs = 700;
const leadsOfALife = 5;
const indexedWithinMs = 30_000;

async function newPlaceAt({ adminUrl }: OwnPostgres): Promise<Place> {
  const dataDir = temporaryFolder();
  const prefix = 'boxline_crash';
  const databaseUrl = await createDatabase(adminUrl, prefix, `${prefix}_leads`, { empty: true });
  const secretKey = randomBytes(32).toString('base64url');
  const ERASURES_FILE = join(dataDir, 'erasures.jsonl');
  return {
    dataDir,
    databaseUrl,
    env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ERASURES_FILE },
  };
}

/** The leads that no search finds: those that are not in the index, or whose keys or text are missing. */
async function notFound({ db }: Storage): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('keyed_at', 'is', null),
        not(exists(selectFrom('lead_keys').select('lead_id').whereRef('lead_id', '=', 'leads.id'))),
        not(exists(selectFrom('search_texts').select('kind').whereRef('search_texts.id', '=', 'leads.id'))),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

onPostgres(({ openStorage }) => {
  test(
    `R12 R13 R721 ${crashes} crashes of PostgreSQL under load lose no acknowledged lead, invent none, and leave every lead to be found and no mail unsent`,
    async () => {
      const postgres = await startCrashingPostgres();
      onTestFinished(() => postgres.stop());
      const place = await newPlaceAt(postgres);
      const smtp = await fakeSmtp();
      const arrivals: Arrival[] = [];
      const server = await startAt(place, { ...wideLimits, ...mailSettings(smtp) });
      const random = seededRandom();
      const load = startCallers(4);
      onTestFinished(() => load.stop());
      load.pointAt(server.url);
      const acknowledged = () => load.attempts.filter((attempt) => attempt.acknowledged).length;

      for (let round = 0; round < crashes; round++) {
        const before = acknowledged();
        await sleep(longestLifeMs * random.next());
        // On a busy machine, a life of fixed length might see no lead.
        await expect.poll(acknowledged, { interval: 5 }).toBeGreaterThan(before + leadsOfALife);
        await postgres.crash();
        collect(smtp, arrivals);
      }
      load.pointAt(undefined);
      await load.stop();
      const unknown = load.attempts.length - acknowledged();

      const storage = await openStorage(place);
      await auditLeads(storage, load.attempts);
      load.pointAt(server.url);
      await load.settle();
      expect(load.attempts.every((attempt) => attempt.acknowledged)).toBe(true);
      await passLeases(storage);
      await waitUntilSent(storage);
      collect(smtp, arrivals);
      await auditLeads(storage, load.attempts);
      await auditMail(storage, load.attempts, arrivals);
      await expect.poll(() => notFound(storage), { timeout: indexedWithinMs, interval: 200 }).toEqual([]);
      const twice = arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
      process.stdout.write(
        `${crashes} crashes of PostgreSQL, ${load.attempts.length} attempts of which ${unknown} had no answer, ` +
          `${arrivals.length} mails of which ${twice} twice\n`,
      );
      expect((await server.stop()).code).toBe(0);
    },
    limitMs(15_000, crashes),
  );
});
