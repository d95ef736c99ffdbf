import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { portFault, storageFault } from './fault.ts';

const dataDir = join('/srv', 'boxline', 'data');
const sqlite = { dataDir, databaseUrl: undefined } as Config;
const postgres = { dataDir, databaseUrl: 'postgres://user:hunter2@db.example/boxline' } as Config;

const refused = (code: string, more: object) => Object.assign(new Error(code), { code, ...more });
const said = (error: unknown, config: Config) => (storageFault(error, config) as Error).message;

it.each([
  ['ENOENT', '/etc/ssl/authority.pem', 'open', postgres, /^\/etc\/ssl\/authority\.pem cannot be used \(ENOENT\)/],
  ['EACCES', '/srv/other/file', 'mkdir', sqlite, /^\/srv\/other\/file cannot be used \(EACCES\)/],
  ['EACCES', '/srv/boxline/data-of-another', 'open', sqlite, /^\/srv\/boxline\/data-of-another cannot be used/],
  [
    'EROFS',
    join(dataDir, 'secret.key'),
    'open',
    postgres,
    /^The data folder \/srv\/boxline\/data cannot be written \(EROFS\)/,
  ],
  ['EACCES', '/srv/boxline', 'mkdir', sqlite, /^The data folder \/srv\/boxline\/data cannot be written \(EACCES\)/],
  ['ENOSPC', undefined, 'write', sqlite, /^The data folder \/srv\/boxline\/data cannot be written \(ENOSPC\)/],
  ['ENOENT', undefined, 'connect', postgres, /^The database at DATABASE_URL cannot be used \(ENOENT\)/],
] as const)(
  'R766 a start that fails with %s at %s (%s) names what was refused',
  (code, path, syscall, config, words) => {
    expect(said(refused(code, { path, syscall }), config)).toMatch(words);
  },
);

it('R766 a start that the database refuses says what to do about it', () => {
  const full = refused('ERR_SQLITE_ERROR', { errcode: 13 });
  expect(said(full, sqlite)).toMatch(/cannot be written \(SQLITE_FULL 13\)\. The disk is full\. Make room\.$/);
  const standby = refused('25006', { severity: 'ERROR' });
  expect(said(standby, postgres)).toMatch(/\(25006\)\. .*may be a standby/);
});

it.each([
  ['EAFNOSUPPORT', '::', /^Port 8080 at HOST :: cannot be used \(EAFNOSUPPORT\)/],
  ['EINVAL', 'fe80::1', /^Port 8080 at HOST fe80::1 cannot be used \(EINVAL\)/],
  ['EADDRNOTAVAIL', '192.0.2.7', /^HOST 192\.0\.2\.7 is not an address of this machine/],
] as const)('R766 a port that is refused with %s at %s is named', (code, host, words) => {
  const error = portFault(refused(code, { syscall: 'listen' }), 'PORT', 8080, host);
  expect((error as Error).message).toMatch(words);
});
