import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eachEngine } from '../support/each-engine.ts';
import { seededRandom } from '../support/seeded.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { type Arrival, auditLeads, auditMail } from './support/audit.ts';
import { startCallers } from './support/callers.ts';
import { collect, passLeases, waitUntilSent } from './support/mails.ts';
import { limitMs, rounds } from './support/rounds.ts';
import { fakeSmtp, launchAt, mailSettings, startAt } from './support/servers.ts';

const killRounds = rounds(5);
const callers = 4;
const longestLifeMs = 700;
const leadsOfALife = 5;
const longestStartMs = 600;

eachEngine(({ newPlace, openStorage }) => {
  test(
    `R12 R13 ${killRounds} kills of the server under load lose no acknowledged lead, invent none, and leave no mail unsent`,
    async () => {
      const place = await newPlace({ empty: true });
      const smtp = await fakeSmtp();
      const arrivals: Arrival[] = [];
      const env = { ...wideLimits, ...mailSettings(smtp) };
      const random = seededRandom();
      const load = startCallers(callers);
      onTestFinished(() => load.stop());

      for (let round = 0; round < killRounds; round++) {
        if (round % 4 === 0) {
          const unborn = launchAt(place, env);
          await sleep(longestStartMs * random.next());
          await unborn.kill();
        }
        const server = await startAt(place, env);
        load.pointAt(server.url);
        await sleep(longestLifeMs * random.next());
        // On a busy machine, a life of fixed length might see no lead.
        await expect.poll(() => load.attempts.length, { interval: 5 }).toBeGreaterThan((round + 1) * leadsOfALife);
        await server.kill();
        load.pointAt(undefined);
        collect(smtp, arrivals);
      }
      await load.stop();
      const unknown = load.attempts.filter(({ acknowledged }) => !acknowledged).length;

      const storage = await openStorage(place);
      await auditLeads(storage, load.attempts);
      await passLeases(storage);
      const server = await startAt(place, env);
      load.pointAt(server.url);
      await load.settle();
      expect(load.surprises, 'every answer was OK').toEqual([]);
      await waitUntilSent(storage);
      collect(smtp, arrivals);

      expect(load.attempts.every(({ acknowledged }) => acknowledged)).toBe(true);
      expect(load.attempts.length).toBeGreaterThan(killRounds * leadsOfALife);
      await auditLeads(storage, load.attempts);
      await auditMail(storage, load.attempts, arrivals);
      const twice = arrivals.length - new Set(arrivals.map(({ messageId }) => messageId)).size;
      process.stdout.write(
        `${storage.engine}: ${killRounds} kills, ${load.attempts.length} attempts of which ${unknown} had no answer, ` +
          `${arrivals.length} mails of which ${twice} twice\n`,
      );
      expect((await server.stop()).code).toBe(0);
    },
    limitMs(12_000, killRounds),
  );
});
