import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(err: unknown): { name: string; code?: string; help?: string; stack?: string[] } {
  const lines: string[] = [];
  createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).error({ err }, 'failed');
  return (JSON.parse(lines.join('')) as { err: ReturnType<typeof logged> }).err;
}

test('an error is logged with its name, code and places, and without its message', () => {
  const err = logged(Object.assign(new RangeError('secret'), { code: 'E_RANGE', detail: 'secret' }));
  expect(err).toMatchObject({ name: 'RangeError', code: 'E_RANGE' });
  expect(err.stack?.[0]).toContain('log.test.ts');
  expect(JSON.stringify(err)).not.toContain('secret');
});

test('a message whose lines look like places is not taken for them', () => {
  const message = 'refused: 1 Main St\n    at secret (file:///secret.ts:1:1)\n    at secret';
  const err = logged(new Error(message));
  expect(err.stack?.[0]).toContain('log.test.ts');
  expect(JSON.stringify(err)).not.toContain('secret');
});

test('a message that was changed after the error was made hides the places rather than showing the first one', () => {
  const error = new Error('secret\n    at secret');
  expect(error.stack).toContain('secret');
  error.message = 'other';
  expect(logged(error)).toEqual({ name: 'Error', stack: [] });
});

test('R47 an error of the database is logged by the name of its code and with what to do', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t (secret text)');
  database.exec('pragma max_page_count = 2');
  const fill = () => database.exec(`insert into t values (${"'secret'"} || hex(zeroblob(100000)))`);
  let error: unknown;
  try {
    fill();
  } catch (caught) {
    error = caught;
  }
  expect(logged(error)).toMatchObject({ code: 'SQLITE_FULL', errcode: 13, help: 'The disk is full. Make room.' });
  expect(JSON.stringify(logged(error))).not.toContain('secret');
});
