/** Data erased for a person stays erased when an earlier backup is restored, before any server listens. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { databaseFile } from '#server/database/open.ts';
import { inquiryParams } from '../support/answers.ts';
import { runScript } from '../support/command.ts';
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

/** Posts leads. Returns their addresses. */
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

/** Erases everything about an address, as an operator does. Returns the certificate's id. */
async function erase(place: Place, mail: string): Promise<string> {
  const found = await runCommand(place, 'records', ['find', mail]);
  const things = found.match(/^lead:\S+/gm) ?? [];
  expect(things).toHaveLength(1);
  const certificate = await runCommand(place, 'records', ['erase', ...things, '--reason', 'asked']);
  return /^Certificate (\S+)/.exec(certificate)?.[1] ?? '';
}

/** The place for the restored database, with the installation's own file of erasures. */
async function nextOf(under: EngineUnderTest, place: Place): Promise<{ next: Place; more: string[] }> {
  const next = await under.newPlace({ empty: true });
  if (under.engine === 'sqlite') return { next, more: ['--replaces', place.dataDir] };
  const env = { ...next.env, SECRET_KEY: keyOf(place), ERASURES_FILE: fileOf(place) };
  return { next: { ...next, env }, more: [] };
}

/** An empty place that has no file of erasures yet. */
async function emptyPlaceLike(under: EngineUnderTest, place: Place): Promise<Place> {
  const next = await under.newPlace({ empty: true });
  return under.engine === 'sqlite' ? next : { ...next, env: { ...next.env, SECRET_KEY: keyOf(place) } };
}

/** One of three leads is erased before a backup, and one after it. `later` is the file that records both erasures. */
async function backedUpBeforeAnErasure(under: EngineUnderTest) {
  const place = await under.newPlace({ empty: true });
  const server = await startAt(place);
  const mails = await leadsAt(server.url, 3);
  await erase(place, mails[0] ?? '');
  const folder = join(temporaryFolder(), 'backup');
  await runCommand(place, 'backup', [folder]);
  await erase(place, mails[1] ?? '');
  return { place, server, folder, mails, later: fileOf(place) };
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
      expect(await runCommand(next, 'records', ['certificate', id])).toContain('It is valid');
    }
    expect(await runCommand(next, 'audit', ['verify'])).toContain('The audit log is intact');
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

  test('R1076 a backup from before the key was changed is restored with its own key, and what was erased since is erased again', async () => {
    const { place, server, folder, mails, later } = await backedUpBeforeAnErasure(under);
    await server.stop();
    const next = await emptyPlaceLike(under, place);
    const SECRET_KEY = createHash('sha256').update('another key').digest('base64');
    const changed = { ...place, env: { ...place.env, SECRET_KEY } };
    await runCommand(changed, 'audit', ['new-key']);
    await runCommand(changed, 'records', ['new-key']);
    await erase(changed, mails[2] ?? '');
    const sealed = readFileSync(later, 'utf8');

    const live = { ...next.env, ERASURES_FILE: later };
    const refused = await runScript('restore', live, folder);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining(`and this file with --erasures ${later}. `),
    });
    const restored = await runCommand(next, 'restore', [folder, '--erasures', later]);
    expect(restored).toContain('erased again now: 2.');
    expect(restored).toContain(`${later} is sealed with another key than the backup's`);
    expect(readFileSync(later, 'utf8')).toBe(sealed);
    const leads = await runCommand(next, 'leads', ['--json']);
    expect(mails.map((mail) => leads.includes(mail))).toEqual([false, false, false]);
    const again = await startAt(next);
    const certificates = await runCommand(next, 'records', ['certificates']);
    for (const [id] of certificates.matchAll(/^[0-9a-f-]{36}/gm))
      expect(await runCommand(next, 'records', ['certificate', id])).toContain('It is valid');
    expect((await again.stop()).code).toBe(0);
  });

  test('R1076 a file that says something else than the backup, or has lines of its key, is refused as changed', async () => {
    const { place, server, folder, later } = await backedUpBeforeAnErasure(under);
    await server.stop();
    const next = await emptyPlaceLike(under, place);
    const lines = readFileSync(later, 'utf8').trimEnd().split('\n');
    const forged = join(temporaryFolder(), 'forged.jsonl');
    const restoring = () => runScript('restore', next.env, folder, '--erasures', forged);
    const refused = { code: 1, err: expect.stringMatching(/ was changed, or lines before it are missing/) };
    writeFileSync(
      forged,
      `${lines
        .join('\n')
        .replaceAll('"asked"', '"mistake"')
        .replaceAll(/"seal":"./g, '"seal":"_')}\n`,
    );
    expect(await restoring()).toMatchObject(refused);
    const last = lines.findLastIndex((line) => line.includes('"asked"'));
    writeFileSync(forged, `${lines.with(last, (lines[last] ?? '').replace('"asked"', '"mistake"')).join('\n')}\n`);
    expect(await restoring()).toMatchObject(refused);
    expect(readdirSync(next.dataDir)).toEqual([]);
  });

  test('R345 a restore that fails while it erases again leaves no file of erasures behind', async () => {
    const { place, server, folder, later } = await backedUpBeforeAnErasure(under);
    await server.stop();
    const changed = join(temporaryFolder(), 'changed.jsonl');
    writeFileSync(changed, readFileSync(later, 'utf8').replace('"asked"', '"mistake"'));
    const next = await emptyPlaceLike(under, place);
    const refused = await runScript('restore', next.env, folder, '--erasures', changed);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Line 2 of \S+changed.jsonl was changed.*\n$/),
    });
    expect(existsSync(fileOf(next))).toBe(false);
    expect(readdirSync(next.dataDir)).toEqual([]);

    const { databaseUrl = '' } = await under.newPlace({ empty: true });
    const again = under.engine === 'sqlite' ? next : { ...next, env: { ...next.env, DATABASE_URL: databaseUrl } };
    expect(await runCommand(again, 'restore', [folder])).toContain('is not known here, and is back');
  });

  test('R345 a named file of erasures counts also where a shorter copy of it stands already', async () => {
    const { place, server, folder, mails, later } = await backedUpBeforeAnErasure(under);
    await server.stop();
    const next = await emptyPlaceLike(under, place);
    copyFileSync(join(folder, 'erasures.jsonl'), fileOf(next));
    expect(await runCommand(next, 'restore', [folder, '--erasures', later])).toContain('erased again now: 1.');
    const leads = await runCommand(next, 'leads', ['--json']);
    expect(mails.map((mail) => leads.includes(mail))).toEqual([false, false, true]);
    expect(readFileSync(fileOf(next), 'utf8')).toBe(readFileSync(later, 'utf8'));
    const restored = await startAt(next);
    expect((await restored.stop()).code).toBe(0);
  });

  test('R345 a named file of erasures that is none of the one in its place is refused, and nothing is restored', async () => {
    const { place, server, folder, later } = await backedUpBeforeAnErasure(under);
    await server.stop();
    const next = await emptyPlaceLike(under, place);
    const other = `${JSON.stringify({ file: mintId(), made: new Date().toISOString() })}\n`;
    writeFileSync(fileOf(next), other);
    const refused = await runScript('restore', next.env, folder, '--erasures', later);
    expect(refused.err).toMatch(/^.* and .* are not copies of one file of erasures.* Nothing was restored\.\n$/);
    expect(readFileSync(fileOf(next), 'utf8')).toBe(other);
    expect(readdirSync(next.dataDir)).toEqual(['erasures.jsonl']);
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
