import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onPostgres } from '../../tests/support/each-engine.ts';
import { storageFaultOf } from './open.ts';

const sqlite = (errcode: number) => Object.assign(new Error('secret'), { code: 'ERR_SQLITE_ERROR', errcode });

describe('R47 an error of the database', () => {
  it.each([
    [13, 'SQLITE_FULL', 'Make room'],
    [5, 'SQLITE_BUSY', 'Another program'],
    [517, 'SQLITE_BUSY', 'Another program'],
    [10, 'SQLITE_IOERR', 'disk'],
    [4874, 'SQLITE_IOERR', 'disk'],
    [8, 'SQLITE_READONLY', 'permissions'],
    [14, 'SQLITE_CANTOPEN', 'ulimit -n'],
    [11, 'SQLITE_CORRUPT', 'Restore a backup'],
  ])('of SQLite is named, extended codes too: %i is %s', (errcode, code, words) => {
    expect(storageFaultOf(sqlite(errcode))).toEqual({ code, words: expect.stringContaining(words) });
  });

  it('of SQLite that only the code can explain has no words', () => {
    expect(storageFaultOf(sqlite(2067))).toEqual({ code: 'SQLITE_CONSTRAINT' });
    expect(storageFaultOf(sqlite(25))).toEqual({ code: 'SQLITE_25' });
  });

  it('of the network says that the database is away, and another error is none of the database', () => {
    expect(storageFaultOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))?.words).toContain('DATABASE_URL');
    for (const other of [new Error('x'), Object.assign(new Error('x'), { code: 'EPERM' }), undefined, null, 'text']) {
      expect(storageFaultOf(other)).toBeUndefined();
    }
  });

  it('R829 of a server that has no TLS, or a certificate that does not hold, is named and says so', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end('N')));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new pg.Client({ connectionString: `postgres://u:p@127.0.0.1:${port}/x?sslmode=verify-full` });
    const refusal: unknown = await client.connect().catch((error: unknown) => error);
    expect(storageFaultOf(refusal)).toEqual({ code: 'no TLS', words: expect.stringContaining('sslmode') });
    for (const code of ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID']) {
      const words = storageFaultOf(Object.assign(new Error('x'), { code }))?.words;
      expect(words).toContain('certificate');
    }
  });

  it('R865 of a program that stands before the database says so', () => {
    const refused = Object.assign(new Error('x'), { code: '08P01', severity: 'FATAL' });
    expect(storageFaultOf(refused)?.words).toContain('pgbouncer');
  });

  it('R829 of a server that goes away in the middle of a connection says that it cannot be reached', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.destroy()));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new pg.Client({ connectionString: `postgres://u:p@127.0.0.1:${port}/x` });
    const lost: unknown = await client.connect().catch((error: unknown) => error);
    expect(storageFaultOf(lost)).toEqual({
      code: 'connection lost',
      words: expect.stringContaining('cannot be reached'),
    });
  });
});

onPostgres((under) => {
  it.each([
    ['53100', 'Make room'],
    ['57P01', 'stopping'],
    ['58030', 'disk'],
    ['XX001', 'Restore a backup'],
    ['28P01', 'password'],
    ['28000', 'pg_hba.conf'],
    ['42501', 'owner'],
    ['23505', undefined],
  ])('R47 an error of PostgreSQL has its state and, where we know more, words: %s', async (code, words) => {
    const { db } = await under.openStorage();
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(db);
    const fault = storageFaultOf(await raise.catch((error: unknown) => error));
    expect(fault).toEqual(words ? { code, words: expect.stringContaining(words) } : { code });
  });
});
