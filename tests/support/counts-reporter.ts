import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** What a run of tests came to. `npm test` adds the runs up. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: { title: string; reason: string }[];
}

/** What a runner reports of its tests. */
export interface Report {
  readonly counts: Counts;
  /** How long the tests of each file took, in milliseconds. */
  readonly fileMs: Readonly<Record<string, number>>;
}

const titleOf = (test: TestCase) => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;

/** A reason given in the code beats none; a test that was never reached has its module's failure to blame. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  if (test.options.mode === 'todo') return 'not written yet';
  return result.state === 'pending' ? 'not reached' : 'no reason given';
}

function count(modules: readonly TestModule[], unhandled: number): Counts {
  const counts: Counts = { passed: 0, failed: unhandled, skipped: [] };
  for (const module of modules) {
    // A file that cannot be loaded, or a hook of it that fails, is a failure though no test of it ran.
    counts.failed += module.errors().length;
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed += 1;
      else if (state === 'failed') counts.failed += 1;
      else counts.skipped.push({ title: titleOf(test), reason: reasonOf(test) });
    }
  }
  return counts;
}

/** Writes the counts of a run to the file that `TEST_COUNTS` names. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const file = process.env['TEST_COUNTS'];
    if (!file) throw new Error('TEST_COUNTS names no file to write the counts to');
    mkdirSync(dirname(file), { recursive: true });
    const fileMs = Object.fromEntries(
      modules.map((module) => [relative(process.cwd(), module.moduleId), module.diagnostic().duration]),
    );
    const report: Report = { counts: count(modules, unhandled.length), fileMs };
    writeFileSync(file, JSON.stringify(report));
  }
}
