import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startFakeSms } from '../fakes/sms.ts';
import { eachEngine, engineUnderTest } from '../support/each-engine.ts';
import { openEvents } from '../support/events.ts';
import { requestEventsPath } from '../support/request-paths.ts';
import { seededRandom } from '../support/seeded.ts';
import { linksOf, memoryMb, portalLimits, pressAt, sessionAt, stepAt, switchOn } from './support/portal.ts';
import { limitMs, long, rounds } from './support/rounds.ts';
import { startAt } from './support/servers.ts';

const killRounds = rounds(5);
const acceptRounds = rounds(10);
const cards = 500;
const textLeaseMs = 15_000;
const alone = { ON_SHIFT: 'Marlow Finch, +12075550121' };

/** Ends the leases of dead servers. */
async function passLeases({ db }: Storage): Promise<void> {
  if (long) return sleep(textLeaseMs);
  const past = new Date(0).toISOString();
  await db.updateTable('messages').set({ lease_until: past }).where('lease_until', 'is not', null).execute();
}

eachEngine(({ newPlace, openStorage }) => {
  test(
    `R22 ${killRounds} kills between the store and the send lose no acknowledged request, and text nobody twice unmarked`,
    async () => {
      const place = await newPlace({ empty: true });
      const sms = await startFakeSms();
      const env = { ...portalLimits, ...sms.env, ...alone };
      const first = await startAt(place, env);
      const storage = await openStorage(place);
      await switchOn(storage);
      const token = await sessionAt(first.url, place);
      await first.kill();

      const acknowledged: string[] = [];
      const random = seededRandom();
      for (let round = 0; round < killRounds; round++) {
        const server = await startAt(place, env);
        const ids = Array.from({ length: 4 }, mintId);
        const answers = ids.map(async (id) => {
          const { text } = await pressAt(server.url, token, id);
          if (text === '{"success":true}') acknowledged.push(id);
        });
        await Promise.race([Promise.any(answers), sleep(20_000)]);
        await sleep(20 * random.next());
        await server.kill();
        await Promise.allSettled(answers);
      }
      await passLeases(storage);
      const last = await startAt(place, env);
      const open = () =>
        storage.db
          .selectFrom('messages')
          .select('id')
          .where('channel', '=', 'sms')
          .where('state', 'in', ['waiting', 'unsure'])
          .execute();
      await expect.poll(async () => (await open()).length, { timeout: 90_000, interval: 200 }).toBe(0);

      const requests = await storage.db.selectFrom('agent_requests').selectAll().execute();
      const stored = new Set(requests.map(({ id }) => id));
      expect(
        acknowledged.filter((id) => !stored.has(id)),
        'acknowledged and lost',
      ).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(killRounds / 2);
      const copies = Map.groupBy(sms.texts, ({ body }) => body.slice(body.indexOf('#')));
      let twice = 0;
      for (const { id } of requests) {
        const events = await storage.db.selectFrom('request_events').selectAll().where('request_id', '=', id).execute();
        const marked = events.some(
          ({ kind, detail }) => kind === 'unsure' || /second time|may have arrived/.test(detail ?? ''),
        );
        const [row] = await storage.db
          .selectFrom('messages')
          .selectAll()
          .where('subject_id', '=', id)
          .where('channel', '=', 'sms')
          .execute();
        const links = await linksOf(storage, place, id);
        const sent = links.flatMap((link) => copies.get(`#${link}`) ?? []).length;
        expect(['sent', 'failed', 'expired']).toContain(row?.state);
        // A text that two kills interrupted in mid-send is not tried a third time. Its row needs a person, and the card says to
        // call.
        if (row?.state === 'sent') expect(sent, `texts of ${id}`).toBeGreaterThan(0);
        expect(sent).toBeLessThanOrEqual(marked ? 2 : 1);
        if (sent > 1) twice += 1;
      }
      process.stdout.write(
        `${storage.engine}: ${killRounds} kills, ${acknowledged.length} acknowledged, ${requests.length} stored, ` +
          `${sms.texts.length} texts, ${twice} of them a second time and marked\n`,
      );
      expect((await last.stop()).code).toBe(0);
    },
    limitMs(8000, killRounds),
  );

  test(
    `R22 in ${acceptRounds} rounds of agents that accept in the same instant exactly one has it`,
    async () => {
      const place = await newPlace({ empty: true });
      const people = 'Marlow Finch, +12075550121; Tamsin Okoro, +12075550122; Rowan Ames, rowan@boxline.example';
      const env = { ...portalLimits, ON_SHIFT: people };
      const servers = [await startAt(place, env)];
      const storage = await openStorage(place);
      // Replicas share a database only on PostgreSQL.
      if (storage.engine === 'postgres') servers.push(await startAt(place, env));
      await switchOn(storage);
      const [url = '', other = url] = servers.map((server) => server.url);
      const token = await sessionAt(url, place);
      for (let round = 0; round < acceptRounds; round++) {
        const id = mintId();
        expect((await pressAt(url, token, id)).text).toBe('{"success":true}');
        const links = await linksOf(storage, place, id);
        const answers = await Promise.all(links.map((link, at) => stepAt(at % 2 === 0 ? url : other, link, 'accept')));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
        expect(new Set(answers.map(({ text }) => JSON.parse(text).acceptedBy)).size).toBe(1);
      }
    },
    limitMs(1000, acceptRounds),
  );
});

test(`R24 ${cards} live cards on one server all see an acceptance within a second`, async () => {
  const under = engineUnderTest('sqlite');
  const place = await under.newPlace({ empty: true });
  const metricsPort = await freePort();
  const server = await startAt(place, { ...portalLimits, ...alone, METRICS_PORT: String(metricsPort) });
  const storage = await under.openStorage(place);
  await switchOn(storage);
  const token = await sessionAt(server.url, place);
  const id = mintId();
  await pressAt(server.url, token, id);
  const before = memoryMb(server.pid);
  const streams = await Promise.all(
    Array.from({ length: cards }, () => openEvents(server.url + requestEventsPath(id), token)),
  );
  await Promise.all(streams.map((stream) => stream.next()));
  const open = memoryMb(server.pid);

  const [link = ''] = await linksOf(storage, place, id);
  const beganMs = performance.now();
  const seen = streams.map(async (stream) => {
    const { data } = await stream.next();
    return { state: (data as RequestView).state, afterMs: performance.now() - beganMs };
  });
  await stepAt(server.url, link, 'accept');
  const all = await Promise.all(seen);
  expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['accepted']));
  const lastMs = Math.max(...all.map(({ afterMs }) => afterMs));
  expect(lastMs).toBeLessThan(1000);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, lag] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(metrics) ?? [];
  process.stdout.write(
    `${cards} cards: the last one after ${lastMs.toFixed(0)} ms; memory ${before.toFixed(0)} to ${open.toFixed(0)} MB; ` +
      `event loop at most ${(Number(lag) * 1000).toFixed(0)} ms late\n`,
  );
});
