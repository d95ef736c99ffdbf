/** Tests backups that are taken at the same time, and faults of their files. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStorage } from '#server/database/open.ts';
import { settingOf } from '#server/settings/service.ts';
import { runScript } from '../../tests/support/command.ts';
import {
  eachEngineAlways,
  migrateStorage,
  prepare,
  roundsOf,
  temporaryFolder,
} from '../../tests/support/each-engine.ts';
import { takeBackup } from './take.ts';

const rounds = roundsOf(5);

eachEngineAlways((under) => {
  test('R349 a file of erasures that cannot be looked at fails the backup, which would else lack it in silence', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const file = join(temporaryFolder(), 'erasures.jsonl');
    symlinkSync(file, file);
    const folder = join(temporaryFolder(), 'backup');
    const env = { SECRET_KEY: 'k'.repeat(43), ...place.env, ERASURES_FILE: file };
    expect(await runScript('backup', env, folder)).toMatchObject({ code: 1, err: expect.stringContaining('(ELOOP)') });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('R773 a backup without the file of erasures that its database has fails, and one of another database too', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const env = { SECRET_KEY: 'k'.repeat(43), ...place.env };
    const file = join(temporaryFolder(), 'erasures.jsonl');
    const backup = async (erasures: string) => {
      const folder = join(temporaryFolder(), 'backup');
      const { code, err } = await runScript('backup', { ...env, ERASURES_FILE: erasures }, folder);
      return { code, err, files: readdirSync(folder) };
    };
    // No server has started yet, so there is none to lack.
    expect(await backup(file)).toMatchObject({ code: 0, err: '' });
    expect(await runScript('records', { ...env, ERASURES_FILE: file }, 'erase-again')).toMatchObject({ code: 0 });
    const whole = await backup(file);
    expect(whole).toMatchObject({ code: 0, files: expect.arrayContaining(['erasures.jsonl']) });

    const unmounted = join(temporaryFolder(), 'share', 'erasures.jsonl');
    expect(await backup(unmounted)).toEqual({
      code: 1,
      err: `The file of erasures, ${unmounted}, is not there. Mount its storage, or name the file in ERASURES_FILE. No backup was taken.\n`,
      files: [],
    });
    const other = join(temporaryFolder(), 'erasures.jsonl');
    for (const text of ['', readFileSync(file, 'utf8').replace(/"file":"[^"]+"/, '"file":"another"')]) {
      writeFileSync(other, text);
      expect(await backup(other)).toEqual({
        code: 1,
        err: expect.stringContaining(`${other} is not the file of erasures of this database.`),
        files: [],
      });
    }
  });

  test('R761 a backup that fails leaves nothing in its folder, and the next one may be written there', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const folder = join(temporaryFolder(), 'backup');
    const env = { SECRET_KEY: 'k'.repeat(43), ...place.env };
    const file = join(temporaryFolder(), 'erasures.jsonl');
    mkdirSync(file);
    expect(await runScript('backup', { ...env, ERASURES_FILE: file }, folder)).toMatchObject({ code: 1 });
    expect(readdirSync(folder)).toEqual([]);
    expect(await runScript('backup', env, folder)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(folder)).toContain('backup.json');
  });

  test('R931 the last backup is the one that began last, also when one that began before it takes longer', async () => {
    const place = await under.newPlace();
    const storage = await under.openStorage(place);
    const { dataDir, databaseUrl } = place;
    const config = { dataDir, databaseUrl, secretKey: 'k'.repeat(43), erasuresFile: join(dataDir, 'erasures.jsonl') };
    /** Takes a backup from one hour of the day to another. */
    const backup = (from: number, until: number) => {
      const hours = [from, until];
      const now = () => new Date(Date.UTC(2026, 10, 21, hours.shift()));
      return takeBackup({ storage, config, folder: join(temporaryFolder(), 'backup'), now });
    };
    const last = () => settingOf(storage.db, 'last-backup');
    await backup(2, 3);
    await backup(1, 4);
    expect(await last()).toBe('2026-11-21T02:00:00.000Z');
    // The clock was ahead, and was set right.
    await backup(23, 23);
    await backup(5, 6);
    expect(await last()).toBe('2026-11-21T05:00:00.000Z');
  });

  test('R346 of two backups that begin in one folder at the same instant one is written, and the other is refused', async () => {
    const place = await under.newPlace();
    await prepare(place);
    const storage = openStorage(place);
    await migrateStorage(storage, place);
    await storage.close();
    const env = { SECRET_KEY: 'k'.repeat(43), ...place.env };
    for (let round = 0; round < rounds; round++) {
      const folder = join(temporaryFolder(), 'backup');
      const both = await Promise.all([runScript('backup', env, folder), runScript('backup', env, folder)]);
      const [one, other] = both.toSorted((a, b) => a.code - b.code);
      expect(one).toMatchObject({ code: 0, err: '' });
      expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/^.*Name a new folder for each backup\.\n$/) });
      expect(readdirSync(folder)).toContain('backup.json');
    }
  });
});
