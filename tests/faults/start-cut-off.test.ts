/** Starts that are stopped or killed at any moment, alone and beside another server that starts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '#server/database/migrate.ts';
import { eachEngine, type Place } from '../support/each-engine.ts';
import { seededRandom } from '../support/seeded.ts';
import { rounds } from './support/rounds.ts';
import { launchAt, startAt } from './support/servers.ts';

/** Each round starts servers, so the long run has not as many as of other faults. */
const times = Math.min(rounds(4), 15);
/** Longer than a start takes, so that some rounds meet a server that serves. */
const startTakesMs = 2500;
const endsWithinMs = 5000;

eachEngine(({ newPlace, openStorage }) => {
  async function expectWholeDatabase(place: Place): Promise<void> {
    const { db } = await openStorage(place);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  }

  test(
    `a server that is told to stop at any moment of its start ends without an error, ${times} times`,
    async () => {
      const place = await newPlace({ empty: true });
      const random = seededRandom();
      for (let n = 0; n < times; n++) {
        const server = launchAt(place);
        await sleep(startTakesMs * random.next());
        const { code, signal, afterMs } = await server.stop();
        expect([0, 'SIGTERM']).toContain(signal ?? code);
        expect(afterMs).toBeLessThan(endsWithinMs);
        expect(server.output(), 'no stack').not.toMatch(/^\s+at /m);
      }
      expect((await fetch(`${(await startAt(place)).url}/readyz`)).status).toBe(200);
      await expectWholeDatabase(place);
    },
    120_000 + times * 2 * (startTakesMs + endsWithinMs),
  );

  test(
    `of two servers that start on one empty database the one comes up although the other is killed meanwhile, ${times} times`,
    async () => {
      const random = seededRandom();
      for (let n = 0; n < times; n++) {
        const place = await newPlace({ empty: true });
        const [dying, living] = [launchAt(place), launchAt(place)];
        await sleep(startTakesMs * random.next());
        await dying.kill();
        const { url } = await living.ready;
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
        await living.stop();
        await expectWholeDatabase(place);
      }
    },
    120_000 + times * 20_000,
  );
});
