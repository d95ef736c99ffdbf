import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');

test('each row of docs/failure-modes.md names statements that there are, a file of tests that there is, or none', () => {
  const coverage = textOf('docs/spec-coverage.md');
  const rows = textOf('docs/failure-modes.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what fails'));
  const isThere = (named: string) =>
    named === '—' || coverage.includes(`**${named}**`) || existsSync(resolve(root, named.replaceAll('`', '')));
  const lastOf = (row: string) => row.slice(0, -2).split(' | ')[4]?.split(', ') ?? ['no such column'];
  expect(rows).not.toEqual([]);
  expect(rows.filter((row) => !lastOf(row).every(isThere))).toEqual([]);
});
