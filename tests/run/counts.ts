/** What the steps of a test run came to, and how that is said. */
import { readFileSync } from 'node:fs';
import type { Counts, Report } from '../support/counts-reporter.ts';

export type { Counts, Report };

interface PlaywrightTest {
  /** `flaky` passed in another try. The configuration allows none, and it counts as failed. */
  readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
  readonly annotations: readonly { type: string; description?: string }[];
  readonly results: readonly { duration: number }[];
}

interface PlaywrightSuite {
  readonly specs?: readonly { title: string; file: string; tests: readonly PlaywrightTest[] }[];
  readonly suites?: readonly PlaywrightSuite[];
}

interface PlaywrightReport extends PlaywrightSuite {
  readonly errors: readonly unknown[];
}

const none = (): Counts => ({ passed: 0, failed: [], skipped: [] });

function add(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: [...a.failed, ...b.failed], skipped: [...a.skipped, ...b.skipped] };
}

export const sum = (all: readonly Counts[]): Counts => all.reduce(add, none());

function countPlaywright(suite: PlaywrightSuite): Counts {
  const counts = none();
  for (const { title, file, tests } of suite.specs ?? []) {
    for (const { status, annotations } of tests) {
      const reason = annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
      if (status === 'expected') counts.passed += 1;
      else if (status === 'skipped')
        counts.skipped.push({ title: `${file} > ${title}`, reason: reason ?? 'no reason given' });
      else counts.failed.push(`${file} > ${title}`);
    }
  }
  return sum([counts, ...(suite.suites ?? []).map(countPlaywright)]);
}

/** The counts in Playwright's JSON report. An error outside every test is a failure. */
export function fromPlaywright(report: PlaywrightReport): Counts {
  return add(countPlaywright(report), { ...none(), failed: report.errors.map(() => 'an error outside of every test') });
}

/** How long the tests of each file took, one after the other, in milliseconds. */
export function fileTimesFromPlaywright(suite: PlaywrightSuite): Record<string, number> {
  const times: Record<string, number> = {};
  const add = ({ specs = [], suites = [] }: PlaywrightSuite) => {
    for (const { file, tests } of specs)
      for (const { duration } of tests.flatMap(({ results }) => results)) times[file] = (times[file] ?? 0) + duration;
    suites.forEach(add);
  };
  add(suite);
  return times;
}

/** The three files that took longest, in words. */
export function slowestFiles(fileMs: Readonly<Record<string, number>>): string {
  const slowest = Object.entries(fileMs)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3);
  return slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ');
}

/** Reads the report that a test runner was told to write; undefined when it wrote none. */
export function readReport(runner: 'vitest' | 'playwright', file: string): Report | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (runner === 'vitest') return JSON.parse(text) as Report;
  const report = JSON.parse(text) as PlaywrightReport;
  return { counts: fromPlaywright(report), fileMs: fileTimesFromPlaywright(report) };
}

/** Every reason for skipping, with the tests it skipped: all of them when they are few, else how many. */
export function skipLines({ skipped }: Counts): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  return [...byReason].map(([reason, tests]) => {
    const [first] = tests;
    return `skipped: ${tests.length === 1 && first ? first.title : `${tests.length} tests`}: ${reason}`;
  });
}

/** What failed, once more: the words of a step that failed early stand far above the end of a long run. */
export const failLines = ({ failed }: Counts): string[] => failed.map((title) => `failed: ${title}`);

/** The last line of a run. Continuous integration reads it. */
export const lastLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`;
