import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Config } from '#server/config.ts';
import { openStorage, refuseSharedSessions } from '#server/database/open.ts';
import { createLog } from '#server/log.ts';
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
  ...(['EDQUOT', 'EIO', 'EMFILE', 'ENFILE'] as const).map(
    (code) =>
      [
        code,
        join(dataDir, 'set-up-link'),
        'open',
        postgres,
        new RegExp(String.raw`^The data folder /srv/boxline/data cannot be written \(${code}\)`),
      ] as const,
  ),
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
  ['an error without a code', new Error('nothing is found'), {}],
  ['a value out of range', new RangeError('Invalid time value'), {}],
  ['a value that Node refuses', new RangeError('"length" is outside of buffer bounds'), { code: 'ERR_OUT_OF_RANGE' }],
  ['a statement with a fault on PostgreSQL', new Error('x'), { code: '42601', severity: 'ERROR' }],
  ['a statement that breaks a rule on PostgreSQL', new Error('x'), { code: '23505', severity: 'ERROR' }],
  ['a statement with a fault on SQLite', new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }],
  ['a statement that breaks a rule on SQLite', new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode: 2067 }],
])(
  'R1186 a start that fails by a fault of the server’s own (%s) blames neither the database nor the folder',
  (_, error, more) => {
    Object.assign(error, more);
    for (const config of [sqlite, postgres]) expect(storageFault(error, config)).toBe(error);
  },
);

it.each([
  ['Connection terminated', {}],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: nonce missing', {}],
  ['x', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
  ['x', { code: 'ENETUNREACH', syscall: 'connect' }],
  ['x', { code: 'XX000', severity: 'ERROR' }],
])('R1186 a start that fails at the database (%s, %o) blames the database', (message, more) => {
  expect(said(Object.assign(new Error(message), more), postgres)).toMatch(
    /^The database at DATABASE_URL cannot be used/,
  );
});

it.each([
  ['EAFNOSUPPORT', '::', /^Port 8080 at HOST :: cannot be used \(EAFNOSUPPORT\)/],
  ['EINVAL', 'fe80::1', /^Port 8080 at HOST fe80::1 cannot be used \(EINVAL\)/],
  ['EADDRNOTAVAIL', '192.0.2.7', /^HOST 192\.0\.2\.7 is not an address of this machine/],
] as const)('R766 a port that is refused with %s at %s is named', (code, host, words) => {
  const error = portFault(refused(code, { syscall: 'listen' }), 'PORT', 8080, host);
  expect((error as Error).message).toMatch(words);
});

/** A message of PostgreSQL: its type, its length, its content ("Message Formats"). */
function messageOf(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(4 + content.length, 1);
  return Buffer.concat([head, content]);
}

const asksForPassword = (kind: number, more: string) =>
  messageOf('R', Buffer.concat([Buffer.from([0, 0, 0, kind]), Buffer.from(more)]));

const refuses = (code: string) => messageOf('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mhunter2\0\0`));

it.each([
  [
    'user@',
    [asksForPassword(10, 'SCRAM-SHA-256\0\0'), asksForPassword(11, 'r=x,s=eA==,i=4096')],
    /DATABASE_URL has none\. Set/,
  ],
  [
    'user:@',
    [asksForPassword(10, 'SCRAM-SHA-256\0\0'), asksForPassword(11, 'r=x,s=eA==,i=4096')],
    /DATABASE_URL has none\. Set/,
  ],
  ['user:hunter2@', [refuses('28P01')], /refuses the user or the password in DATABASE_URL\. Correct it there/],
  ['user:hunter2@', [refuses('28000')], /Look at DATABASE_URL and at pg_hba\.conf/],
  ['user:hunter2@', [refuses('3D000')], /no database of the name in DATABASE_URL\. Create it/],
] as const)(
  'R864 a login as %s that the database refuses says what to set, and never the password',
  async (user, answers, words) => {
    const server = createServer((socket) => {
      const left = [...answers];
      socket.on('error', () => {});
      socket.on('data', () => socket.write(left.shift() ?? ''));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const databaseUrl = `postgres://${user}127.0.0.1:${port}/boxline`;
    const lines: string[] = [];
    const storage = openStorage({ databaseUrl, dataDir });
    onTestFinished(() => storage.close());
    for (const login of [() => refuseSharedSessions(databaseUrl), () => storage.ping()]) {
      const error: unknown = await login().catch((reason: unknown) => reason);
      expect(said(error, { dataDir, databaseUrl } as Config)).toMatch(words);
      expect(said(error, { dataDir, databaseUrl } as Config)).not.toContain('hunter2');
      createLog({ logLevel: 'info' } as Config, { write: (line) => void lines.push(line) }).warn({ err: error }, 'x');
    }
    expect(lines.join('')).toMatch(words);
    expect(lines.join('')).not.toContain('hunter2');
  },
);
