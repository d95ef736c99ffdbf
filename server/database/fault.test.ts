import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
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
});

onPostgres((under) => {
  it.each([
    ['53100', 'Make room'],
    ['57P01', 'stopping'],
    ['58030', 'disk'],
    ['XX001', 'Restore a backup'],
    ['23505', undefined],
  ])('R47 an error of PostgreSQL has its state and, where we know more, words: %s', async (code, words) => {
    const { db } = await under.openStorage();
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(db);
    const fault = storageFaultOf(await raise.catch((error: unknown) => error));
    expect(fault).toEqual(words ? { code, words: expect.stringContaining(words) } : { code });
  });
});
