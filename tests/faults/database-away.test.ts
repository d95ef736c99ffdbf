import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startTcpGate } from '../fakes/tcp-gate.ts';
import { inquiryParams } from '../support/answers.ts';
import { onPostgres } from '../support/each-engine.ts';
import { seededRandom } from '../support/seeded.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { auditLeads } from './support/audit.ts';
import { startCallers } from './support/callers.ts';
import { post } from './support/post.ts';
import { limitMs, rounds } from './support/rounds.ts';
import { startAt } from './support/servers.ts';

const failsWithinMs = 2000;
/** The limits of the pool end a wait for a silent database within this time. */
const silenceEndsWithinMs = 12_000;
const recoversWithinMs = 10_000;
const outages = rounds(3);

const newLead = () => inquiryParams({ submission_id: mintId() });

onPostgres(({ newPlace, openStorage }) => {
  /** A server that reaches its database through a gate. */
  async function startBehindGate() {
    const direct = await newPlace();
    const url = new URL(direct.databaseUrl ?? '');
    const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => gate.stop());
    url.hostname = '127.0.0.1';
    url.port = String(gate.port);
    const place = { ...direct, env: { ...direct.env, DATABASE_URL: url.href } };
    return { gate, direct, server: await startAt(place, wideLimits) };
  }

  const isReady = async (url: string) => (await fetch(`${url}/readyz`)).status;

  test('a server whose database went away says so quickly, stays up, and recovers by itself', async () => {
    const { gate, server } = await startBehindGate();
    expect((await post(server.url, 'inquiry', newLead())).status).toBe(200);
    await gate.shut();
    for (let n = 0; n < 5; n++) {
      const { status, afterMs } = await post(server.url, 'inquiry', newLead());
      expect(status).toBe(503);
      expect(afterMs).toBeLessThan(failsWithinMs);
    }
    expect(await isReady(server.url)).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await gate.open();
    await expect.poll(() => isReady(server.url), { timeout: recoversWithinMs }).toBe(200);
    expect((await post(server.url, 'inquiry', newLead())).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
  });

  test('a server whose database falls silent refuses instead of waiting for ever, and recovers by itself', async () => {
    const { gate, server } = await startBehindGate();
    expect((await post(server.url, 'inquiry', newLead())).status).toBe(200);
    gate.silence();
    const answers = await Promise.all(Array.from({ length: 15 }, () => post(server.url, 'inquiry', newLead())));
    for (const { status, afterMs } of answers) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect(afterMs).toBeLessThan(silenceEndsWithinMs);
    }
    expect(await isReady(server.url)).toBe(503);
    await gate.open();
    await expect.poll(() => isReady(server.url), { timeout: recoversWithinMs }).toBe(200);
    expect((await post(server.url, 'inquiry', newLead())).status).toBe(200);
  });

  test(
    `R12 ${outages} outages of the database under load lose no acknowledged lead and invent none`,
    async () => {
      const { gate, direct, server } = await startBehindGate();
      const admin = new pg.Client({ connectionString: direct.databaseUrl });
      await admin.connect();
      onTestFinished(() => admin.end());
      const random = seededRandom();
      const load = startCallers(6);
      onTestFinished(() => load.stop());
      load.pointAt(server.url);
      for (let n = 0; n < outages; n++) {
        await sleep(300 * random.next());
        if (n % 2 === 0) {
          const others = 'select pg_terminate_backend(pid) from pg_stat_activity';
          await admin.query(`${others} where datname = current_database() and pid <> pg_backend_pid()`);
        } else {
          await gate.shut();
          await sleep(300 * random.next());
          await gate.open();
        }
      }
      await sleep(300);
      await load.stop();
      expect(load.surprises.filter((surprise) => !/^50[03] /.test(surprise))).toEqual([]);
      await expect.poll(() => isReady(server.url), { timeout: recoversWithinMs }).toBe(200);
      const storage = await openStorage(direct);
      await auditLeads(storage, load.attempts);
      await load.settle();
      expect(load.attempts.every(({ acknowledged }) => acknowledged)).toBe(true);
      await auditLeads(storage, load.attempts);
    },
    limitMs(1000, outages),
  );

  test('a scrape of the metrics while the database is away harms nobody', async () => {
    const direct = await newPlace();
    const url = new URL(direct.databaseUrl ?? '');
    const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
    onTestFinished(() => gate.stop());
    url.port = String(gate.port);
    const probe = await startTcpGate({ host: '127.0.0.1', port: 1 });
    const METRICS_PORT = String(probe.port);
    await probe.stop();
    const place = { ...direct, env: { ...direct.env, DATABASE_URL: url.href, METRICS_PORT } };
    const server = await startAt(place);
    const scrape = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).status;
    expect(await scrape()).toBe(200);
    await gate.shut();
    expect(await scrape()).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await gate.open();
    await expect.poll(scrape, { timeout: recoversWithinMs }).toBe(200);
  });
});
