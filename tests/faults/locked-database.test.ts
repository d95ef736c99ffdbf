/** An operator's `sqlite3`, or a `VACUUM`, that holds the write lock of the database file. */
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { databaseFile } from '#server/database/open.ts';
import { inquiryParams } from '../support/answers.ts';
import { engineUnderTest } from '../support/each-engine.ts';
import { spawnCommand } from './support/commands.ts';
import { post } from './support/post.ts';
import { launchAt, startAt } from './support/servers.ts';

/** An answer that waited for the lock takes ten seconds; one that did not may take some tenths on a busy machine. */
const atOnceMs = 2000;

test('R46 a program that locks the database stops no page, no check and no restart of the others for long', async () => {
  const place = await engineUnderTest('sqlite').newPlace({ empty: true });
  const server = await startAt(place);
  // The server itself may be writing at this moment.
  const other = new DatabaseSync(databaseFile(place.dataDir), { timeout: 5000 });
  onTestFinished(() => other.close());
  other.exec('begin immediate');

  const params = inquiryParams({ submission_id: mintId() });
  const leads = Array.from({ length: 4 }, () => post(server.url, 'inquiry', params));
  const looks: number[] = [];
  for (const path of ['/healthz', '/', '/healthz', '/inquiry', '/healthz']) {
    const beganMs = performance.now();
    expect((await fetch(server.url + path)).status).toBe(200);
    looks.push(performance.now() - beganMs);
  }
  expect(Math.max(...looks)).toBeLessThan(atOnceMs);

  const started = launchAt(place);
  const refused = await spawnCommand(place, 'codes', ['issue']).catch((error: unknown) => error);
  const said = 'Another program has kept the database locked for 5 seconds. Nothing was changed.';
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(said) });
  expect((await started.ended).code).toBe(1);
  expect(started.output()).toContain('Another program keeps the file boxline.sqlite in');

  for (const { status, afterMs } of await Promise.all(leads)) {
    expect(status).toBe(503);
    expect(afterMs).toBeLessThan(5000 + atOnceMs);
  }
  other.exec('rollback');
  expect((await post(server.url, 'inquiry', params)).status).toBe(200);
  process.stdout.write(`locked: pages and /healthz at most ${Math.max(...looks).toFixed(0)} ms\n`);
});
