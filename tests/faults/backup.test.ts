/** Backups of a server that keeps writing, and what a restored backup does. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { createCodes } from '#server/access/codes.ts';
import { createAuditLog } from '#server/audit/service.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { type EngineUnderTest, eachEngine, type Place, temporaryFolder } from '../support/each-engine.ts';
import { startCallers } from './support/callers.ts';
import { runCommand, spawnCommand } from './support/commands.ts';
import { firstCode, portalLimits, pressAt, sessionAt, switchOn, tryCode } from './support/portal.ts';
import { fakeSmtp, mailSettings, startAt } from './support/servers.ts';

const backupFolder = () => join(temporaryFolder(), 'backup');

const keyOf = ({ dataDir, env }: Place): string =>
  env['SECRET_KEY'] ?? readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();

/** An empty place for the restored database; replicas of one installation share the key. */
async function newPlaceLike(under: EngineUnderTest, original: Place): Promise<Place> {
  const place = await under.newPlace({ empty: true });
  return under.engine === 'sqlite' ? place : { ...place, env: { ...place.env, SECRET_KEY: keyOf(original) } };
}

const oldPlace = ({ dataDir, databaseUrl }: Place) => databaseUrl ?? dataDir;

/** The error that a refused command prints. */
async function refusal(...call: Parameters<typeof runCommand>): Promise<string> {
  try {
    await runCommand(...call);
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
  throw new Error('the command was not refused');
}

eachEngine((under) => {
  test('R65 a backup taken under load holds every lead that was acknowledged before, and the restored server serves', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const code = firstCode(place);
    const callers = startCallers(4);
    callers.pointAt(server.url);
    await expect.poll(() => callers.attempts.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(20);
    const before = callers.attempts.filter(({ acknowledged }) => acknowledged);
    const folder = backupFolder();
    await spawnCommand(place, 'backup', [folder]);
    await sleep(100);
    await callers.stop();
    expect(callers.surprises).toEqual([]);
    if (process.platform !== 'win32') {
      for (const name of [under.engine === 'sqlite' ? 'boxline.sqlite' : 'boxline.sql', 'secret.key', 'backup.json'])
        expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }

    const next = await newPlaceLike(under, place);
    expect(await spawnCommand(next, 'restore', [folder])).toContain('revoke them');
    const restored = await startAt(next, portalLimits);
    const leads = await spawnCommand(next, 'leads', ['--json']);
    expect(before.filter(({ email }) => !leads.includes(email)).map(({ email }) => email)).toEqual([]);
    expect((await tryCode(restored.url, code, '127.0.0.7')).status).toBe(200);
  });

  test('R65 what was unsent when the backup was taken waits for a person after the restore', async () => {
    const place = await under.newPlace({ empty: true });
    const smtp = await fakeSmtp();
    const server = await startAt(place, { ...portalLimits });
    const callers = startCallers(1);
    callers.pointAt(server.url);
    await expect.poll(() => callers.attempts.filter(({ acknowledged }) => acknowledged).length).toBeGreaterThan(2);
    await callers.stop();
    const folder = backupFolder();
    await runCommand(place, 'backup', [folder]);

    const next = await newPlaceLike(under, place);
    await runCommand(next, 'restore', [folder]);
    const restored = await startAt(next, { ...portalLimits, ...mailSettings(smtp) });
    expect(restored.output()).toMatch(/messages need a person/);
    const listed = await runCommand(next, 'outbox', []);
    // Only the operator's alert about the failed messages may be waiting.
    expect(listed).toMatch(/^[1-9]\d* failed, 0 unsure, [01] waiting, 0 held/);
    expect(listed).toContain('Restored from the backup of');
    // The operator is alerted to what needs a person; nobody gets what the backup held.
    const aboutLeads = () => smtp.mails.filter(({ raw }) => raw.includes('BX-'));
    expect(aboutLeads()).toEqual([]);
    await runCommand(next, 'outbox', ['--retry', 'all'], mailSettings(smtp));
    await expect.poll(() => aboutLeads().length).toBeGreaterThan(1);
  });

  test('R65 a code that was revoked or rotated since stays ended when the replaced database can be read', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const first = firstCode(place);
    const storage = await under.openStorage(place);
    const keyed = createKeyedHash(keyOf(place));
    const now = () => new Date();
    const codes = createCodes({ storage, keyed, audit: createAuditLog({ keyed, now }), now });
    const [other, rotated] = [await codes.issue(null, null), await codes.issue(null, null)];
    const folder = backupFolder();
    await runCommand(place, 'backup', [folder]);
    const [{ id, number } = { id: '', number: 0 }] = await codes.list();
    await storage.db
      .updateTable('access_codes')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await codes.rotate({ number: rotated.number }, 1);
    expect((await tryCode(server.url, first, '127.0.0.8')).status).toBe(401);

    const next = await newPlaceLike(under, place);
    const said = await runCommand(next, 'restore', [folder, '--replaces', oldPlace(place)]);
    for (const ended of [number, rotated.number]) expect(said).toMatch(new RegExp(`^  code ${ended}  \\d{4}-`, 'm'));
    const restored = await startAt(next, portalLimits);
    expect((await tryCode(restored.url, first, '127.0.0.9')).status).toBe(401);
    expect((await tryCode(restored.url, rotated.code, '127.0.0.9')).status).toBe(401);
    expect((await tryCode(restored.url, other.code, '127.0.0.9')).status).toBe(200);
  });

  test('R65 a request that was running when the backup was taken is over, and nobody is asked or reminded', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const storage = await under.openStorage(place);
    await switchOn(storage);
    const id = mintId();
    expect((await pressAt(server.url, await sessionAt(server.url, place), id)).text).toContain('true');
    const folder = backupFolder();
    await runCommand(place, 'backup', [folder]);

    const next = await newPlaceLike(under, place);
    await runCommand(next, 'restore', [folder]);
    const smtp = await fakeSmtp();
    await startAt(next, { ...portalLimits, ...mailSettings(smtp) });
    const { db } = await under.openStorage(next);
    const row = await db.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ outcome: 'expired', ended_at: expect.any(String) });
    const events = await db
      .selectFrom('request_events')
      .selectAll()
      .where('request_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(events.at(-1)).toMatchObject({ kind: 'expired', detail: 'a backup was restored', seq: row.version });
    expect(smtp.mails.filter(({ raw }) => raw.includes(row.reference))).toEqual([]);
  });

  test('R65 R769 a restore is refused into the place of a running server, which goes on, from a backup that was cut off, from no backup, and with another key; nothing is made', async () => {
    const place = await under.newPlace({ empty: true });
    const server = await startAt(place, portalLimits);
    const folder = backupFolder();
    await runCommand(place, 'backup', [folder]);
    expect(await refusal(place, 'restore', [folder])).toMatch(/already/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await refusal(place, 'backup', [folder])).toContain('is not empty');
    const next = await newPlaceLike(under, place);
    expect(await refusal(next, 'restore', [temporaryFolder()])).toContain('no whole backup');
    if (under.engine === 'sqlite') {
      const journal = join(next.dataDir, 'boxline.sqlite-wal');
      writeFileSync(journal, 'of an earlier database');
      expect(await refusal(next, 'restore', [folder])).toContain('belongs to an earlier database');
      rmSync(journal);
    }
    const keyFile = join(folder, 'secret.key');
    const key = readFileSync(keyFile);
    writeFileSync(keyFile, key.subarray(0, 20));
    expect(await refusal(next, 'restore', [folder])).toContain('secret.key is cut off');
    writeFileSync(keyFile, key);
    const otherKey = { SECRET_KEY: 'another-key-that-is-long-enough-to-be-one' };
    expect(await refusal(next, 'restore', [folder], otherKey)).toContain('another than SECRET_KEY');
    rmSync(join(folder, 'backup.json'));
    expect(await refusal(next, 'restore', [folder])).toContain('no whole backup');
    expect(existsSync(join(next.dataDir, 'boxline.sqlite'))).toBe(false);
    writeFileSync(join(folder, 'backup.json'), '{"format":2}');
    expect(await refusal(next, 'restore', [folder])).toContain('newer version');
  });
});
