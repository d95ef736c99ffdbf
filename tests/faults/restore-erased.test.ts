/** What was erased for a person stays erased when a backup from before is restored, before any server listens. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { databaseFile } from '#server/database/open.ts';
import { inquiryParams } from '../support/answers.ts';
import {
  type EngineUnderTest,
  eachEngine,
  engineUnderTest,
  type Place,
  temporaryFolder,
} from '../support/each-engine.ts';
import { runCommand } from './support/commands.ts';
import { post } from './support/post.ts';
import { launchAt, startAt } from './support/servers.ts';

const keyOf = ({ dataDir, env }: Place): string =>
  env['SECRET_KEY'] ?? readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();

const fileOf = ({ dataDir }: Place): string => join(dataDir, 'erasures.jsonl');

/** Posts leads; their addresses. */
async function leadsAt(url: string, count: number): Promise<string[]> {
  const mails: string[] = [];
  for (let n = 0; n < count; n++) {
    const email = `dealer-${n}@erased.example`;
    const lead = inquiryParams({ submission_id: mintId(), email, dealership_name: `Store ${n}` });
    expect((await post(url, 'inquiry', lead)).status).toBe(200);
    mails.push(email);
  }
  return mails;
}

/** Erases everything about an address, as an operator does; the certificate's id. */
async function erase(place: Place, mail: string): Promise<string> {
  const found = await runCommand(place, 'records', ['find', mail]);
  const things = found.match(/^lead:\S+/gm) ?? [];
  expect(things).toHaveLength(1);
  const certificate = await runCommand(place, 'records', ['erase', ...things, '--reason', 'asked']);
  return /^Certificate (\S+)/.exec(certificate)?.[1] ?? '';
}

/** Where the restored database goes, with the file of erasures as the installation has it. */
async function nextOf(under: EngineUnderTest, place: Place): Promise<{ next: Place; more: string[] }> {
  const next = await under.newPlace({ empty: true });
  if (under.engine === 'sqlite') return { next, more: ['--replaces', place.dataDir] };
  const env = { ...next.env, SECRET_KEY: keyOf(place), ERASURES_FILE: fileOf(place) };
  return { next: { ...next, env }, more: [] };
}

eachEngine((under) => {
  test('R172 a restore erases again what was erased since, and the certificate holds there', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place);
    const [first = '', second = '', third = ''] = await leadsAt(server.url, 3);
    const before = await erase(place, first);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand(place, 'backup', [folder]);
    expect(readFileSync(join(folder, 'erasures.jsonl'), 'utf8')).toContain(before);
    const since = await erase(place, second);
    await server.stop();

    const { next, more } = await nextOf(under, place);
    expect(await runCommand(next, 'restore', [folder, ...more])).toContain('erased again now: 1.');
    const leads = await runCommand(next, 'leads', ['--json']);
    expect([first, second, third].map((mail) => leads.includes(mail))).toEqual([false, false, true]);
    const restored = await startAt(next);
    for (const id of [before, since]) {
      expect(await runCommand(next, 'records', ['certificate', id])).toContain('It holds');
    }
    expect(await runCommand(next, 'audit', ['verify'])).toContain('The audit log holds');
    await erase(next, third);
    expect((await restored.stop()).code).toBe(0);
  });

  test('R172 a restore that knows of no later erasures says so', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place);
    await leadsAt(server.url, 1);
    const folder = join(temporaryFolder(), 'backup');
    await runCommand(place, 'backup', [folder]);
    const next = await under.newPlace({ empty: true });
    const env = under.engine === 'sqlite' ? next.env : { ...next.env, SECRET_KEY: keyOf(place) };
    expect(await runCommand({ ...next, env }, 'restore', [folder])).toContain('is not known here, and is back');
  });
});

test('R172 a server refuses a database that was put back by hand, until what was erased since is erased again', async () => {
  const under = engineUnderTest('sqlite');
  const place = await under.newPlace({ empty: true });
  const server = await startAt(place);
  const mails = await leadsAt(server.url, 3);
  await server.stop();
  copyFileSync(databaseFile(place.dataDir), join(place.dataDir, 'by-hand'));
  await erase(place, mails[0] ?? '');
  await erase(place, mails[1] ?? '');
  writeFileSync(databaseFile(place.dataDir), readFileSync(join(place.dataDir, 'by-hand')));
  const refused = launchAt(place);
  expect((await refused.ended).code).toBe(1);
  expect(refused.output()).toMatch(/^2 erasures in .* are not in this database/m);
  expect(refused.output()).not.toContain('Ready at');
  expect(await runCommand(place, 'records', ['erase-again'])).toContain('Erased again: 2.');
  const again = await startAt(place);
  const leads = await runCommand(place, 'leads', ['--json']);
  expect(mails.map((mail) => leads.includes(mail))).toEqual([false, false, true]);
  await again.stop();
});
