/** Nobody takes what the server writes: the disk of its log is full, or the program that reads it has ended. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { projectNode } from '../../scripts/bootstrap/node.mjs';
import { freePort } from '../../scripts/free-port.ts';
import { inquiryParams } from '../support/answers.ts';
import { compileCache } from '../support/compile-cache.ts';
import { engineUnderTest, type Place } from '../support/each-engine.ts';
import { post } from './support/post.ts';
import { operator } from './support/servers.ts';

const readyWithinMs = 60_000;
/** No mail server is at this address, so that each try of a mail is logged. */
const noMailServer = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@boxline.example', MAIL_TO: operator };

/** Starts a server whose output goes to `stdio`, and waits until it is ready. */
async function start({ dataDir, env }: Place, stdio: StdioOptions): Promise<{ child: ChildProcess; url: string }> {
  const PORT = String(await freePort());
  const child = spawn(projectNode(), [resolve(import.meta.dirname, '../../server/main.ts')], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, HOST: '127.0.0.1', PORT, ...env, ...noMailServer },
    stdio,
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  const url = `http://127.0.0.1:${PORT}`;
  const status = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.status;
  };
  await expect.poll(status, { timeout: readyWithinMs }).toBe(200);
  return { child, url };
}

const { newPlace, openStorage } = engineUnderTest('sqlite');

/** Sends a lead, and waits until a try of its mails was written and logged. */
async function expectToGoOn(place: Place, { child, url }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const { db } = await openStorage(place);
  const tries = async () => (await db.selectFrom('message_events').select('seq').execute()).length;
  for (const _ of [1, 2]) {
    const before = await tries();
    expect((await post(url, 'inquiry', inquiryParams({ submission_id: mintId() }))).status).toBe(200);
    await expect.poll(tries).toBeGreaterThan(before + 1);
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(child.exitCode).toBeNull();
}

test('R767 a server whose log has no room goes on', async () => {
  const place = await newPlace();
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  await expectToGoOn(place, await start(place, ['ignore', full, full]));
});

test('R767 a server goes on when the program that reads its log has ended', async () => {
  const place = await newPlace();
  const server = await start(place, ['ignore', 'pipe', 'pipe']);
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  await expectToGoOn(place, server);
});
