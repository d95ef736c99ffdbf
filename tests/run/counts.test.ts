import { expect, test } from 'vitest';
import {
  failLines,
  fileTimesFromPlaywright,
  fromPlaywright,
  lastLine,
  readReport,
  skipLines,
  slowestFiles,
  sum,
} from './counts.ts';

const skip = (title: string, reason: string) => ({ title, reason });

test('the last line sums every step, and what failed is named before it', () => {
  const total = sum([
    { passed: 2, failed: [], skipped: [] },
    { passed: 40, failed: ['a.test.ts > holds'], skipped: [skip('a', 'no database')] },
  ]);
  expect(lastLine(total)).toBe('42 passed, 1 failed, 1 skipped');
  expect(failLines(total)).toEqual(['failed: a.test.ts > holds']);
});

test('every reason for a skip is said once, with how many it skipped', () => {
  const skipped = [skip('a', 'no database'), skip('b', 'no browser'), skip('c', 'no database')];
  expect(skipLines({ passed: 0, failed: [], skipped })).toEqual([
    'skipped: 2 tests: no database',
    'skipped: b: no browser',
  ]);
});

const spec = (status: 'expected' | 'unexpected' | 'flaky' | 'skipped', description?: string) => ({
  title: status,
  file: 'a.spec.ts',
  tests: [{ status, annotations: description ? [{ type: 'skip', description }] : [], results: [{ duration: 1500 }] }],
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
    failed: ['a.spec.ts > unexpected', 'a.spec.ts > flaky', 'an error outside of every test'],
    skipped: [skip('a.spec.ts > skipped', 'no browser'), skip('a.spec.ts > skipped', 'no reason given')],
  });
});

test('the files that took longest are named, with the sum of their tests', () => {
  const times = fileTimesFromPlaywright({
    suites: [{ specs: [spec('expected')], suites: [{ specs: [spec('skipped')] }] }],
  });
  expect(times).toEqual({ 'a.spec.ts': 3000 });
  expect(slowestFiles({ ...times, b: 1000, c: 4000, d: 2000 })).toBe('c 4.0 s, a.spec.ts 3.0 s, d 2.0 s');
});

test('a runner that wrote no report is not taken for one that ran nothing', () => {
  expect(readReport('vitest', '/nowhere/report.json')).toBeUndefined();
});
