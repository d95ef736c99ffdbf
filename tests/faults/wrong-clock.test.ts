/** Servers, and a command, on machines with wrong clocks. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { inquiryParams } from '../support/answers.ts';
import { onPostgres, temporaryFolder } from '../support/each-engine.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { runCommand, spawnCommand } from './support/commands.ts';
import { post } from './support/post.ts';
import { emptyPlaceFor } from './support/restoring.ts';
import { startAt } from './support/servers.ts';

const minuteMs = 60_000;

/** A module that makes the machine's clock show another time. At SIGUSR2 the monotonic clock jumps ahead by an hour. */
function clockAhead(ms: number): string {
  const source = `
    const now = Date.now;
    globalThis.Date = class extends Date {
      constructor(...given) {
        super(...(given.length === 0 ? [now() + ${ms}] : given));
      }
      static now() {
        return now() + ${ms};
      }
    };
    const steady = performance.now.bind(performance);
    process.on('SIGUSR2', () => {
      performance.now = () => steady() + 3_600_000;
    });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

onPostgres((under) => {
  const { newPlace, openStorage } = under;

  test('R472 what servers and commands write has the database’s time, and a server says that its clock is wrong', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    const begunMs = Date.now();
    /** Whether a time lies within this test. */
    const isNow = (time: string) => Date.parse(time) >= begunMs - 1000 && Date.parse(time) <= Date.now() + 1000;
    for (const aheadMs of [-10 * minuteMs, 10 * minuteMs]) {
      const server = await startAt(place, wideLimits, { nodeArguments: ['--import', clockAhead(aheadMs)] });
      const timeOfLead = async () => {
        const id = mintId();
        const params = inquiryParams({ submission_id: id });
        expect((await post(server.url, 'inquiry', params)).status).toBe(200);
        const lead = storage.db.selectFrom('leads').select('created_at').where('id', '=', id);
        return (await lead.executeTakeFirstOrThrow()).created_at;
      };
      expect(await timeOfLead()).toSatisfy(isNow);
      const said = /"aheadMs":(-?\d+)[^\n]*the clock of this machine/.exec(server.output());
      expect(Math.round(Number(said?.[1]) / minuteMs)).toBe(aheadMs / minuteMs);
      // It asks the database again: however wrong its clocks were, its time is right a moment later.
      process.kill(server.pid, 'SIGUSR2');
      await expect.poll(timeOfLead, { timeout: 5000 }).toSatisfy(isNow);
      await server.stop();

      const before = await storage.db.selectFrom('access_codes').select('id').execute();
      await spawnCommand(place, 'codes', ['issue'], { NODE_OPTIONS: `--import ${clockAhead(aheadMs)}` });
      const codes = await storage.db.selectFrom('access_codes').select(['id', 'created_at']).execute();
      const [issued] = codes.filter((code) => !before.some(({ id: known }) => known === code.id));
      expect(issued?.created_at).toSatisfy(isNow);
    }
  });

  test('R991 what a restore writes has the database’s time, however wrong the clock of its machine is', async () => {
    const place = await newPlace();
    const folder = join(temporaryFolder(), 'backup');
    await runCommand(place, 'codes', ['issue']);
    await runCommand(place, 'backup', [folder]);
    await runCommand(place, 'codes', ['issue']);
    for (const aheadMs of [-60 * minuteMs, 60 * minuteMs]) {
      const next = await emptyPlaceFor(under, place);
      const begunMs = Date.now();
      await spawnCommand(next, 'restore', [folder, '--replaces', place.databaseUrl ?? ''], {
        NODE_OPTIONS: `--import ${clockAhead(aheadMs)}`,
      });
      const { db } = await openStorage(next);
      const query = db.selectFrom('settings').select('value').where('name', '=', 'last-restore');
      const { value } = await query.executeTakeFirstOrThrow();
      expect(Date.parse(value), `${aheadMs} ms ahead`).toBeGreaterThanOrEqual(begunMs - 1000);
      expect(Date.parse(value), `${aheadMs} ms ahead`).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });
});
