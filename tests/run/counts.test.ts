import { expect, test } from 'vitest';
import { fromPlaywright, lastLine, readReport, skipLines, sum } from './counts.ts';

const skip = (title: string, reason: string) => ({ title, reason });

test('the last line sums every step', () => {
  const total = sum([
    { passed: 2, failed: 0, skipped: [] },
    { passed: 40, failed: 1, skipped: [skip('a', 'no database')] },
  ]);
  expect(lastLine(total)).toBe('42 passed, 1 failed, 1 skipped');
});

test('every reason for a skip is said once, with how many it skipped', () => {
  const skipped = [skip('a', 'no database'), skip('b', 'no browser'), skip('c', 'no database')];
  expect(skipLines({ passed: 0, failed: 0, skipped })).toEqual([
    'skipped: 2 tests: no database',
    'skipped: b: no browser',
  ]);
});

const spec = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', description?: string) => ({
  title: status,
  file: 'a.spec.ts',
  tests: [{ status, annotations: description ? [{ type: 'skip', description }] : [] }],
});

test('Playwright’s report is counted through nested suites; an error outside tests has failed, and so has a test that needed another try', () => {
  const counts = fromPlaywright({
    errors: [{}],
    suites: [
      { specs: [spec('expected'), spec('unexpected')], suites: [{ specs: [spec('flaky'), spec('expected')] }] },
      { specs: [spec('skipped', 'no browser'), spec('skipped')] },
    ],
  });
  expect(counts).toEqual({
    passed: 2,
    failed: 3,
    skipped: [skip('a.spec.ts > skipped', 'no browser'), skip('a.spec.ts > skipped', 'no reason given')],
  });
});

test('a runner that wrote no report is not taken for one that ran nothing', () => {
  expect(readReport('vitest', '/nowhere/report.json')).toBeUndefined();
});
