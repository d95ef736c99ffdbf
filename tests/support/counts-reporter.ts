import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The counts of a run of tests. `npm test` adds up those of its runs. */
export interface Counts {
  passed: number;
  /** The failures by file and title: tests, and failures outside of tests. */
  failed: string[];
  skipped: { title: string; reason: string }[];
}

/** What the reporter writes about a run. */
export interface Report {
  readonly counts: Counts;
  /** How long the tests of each file took, in milliseconds. */
  readonly fileMs: Readonly<Record<string, number>>;
}

const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId);

const titleOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`;

/**
 * Why a test was skipped: the reason given in the code, or a general one. A test that was never reached has a module that failed.
 */
function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  if (test.options.mode === 'todo') return 'not written yet';
  return result.state === 'pending' ? 'not reached' : 'no reason given';
}

function count(modules: readonly TestModule[], unhandled: number): Counts {
  const counts: Counts = {
    passed: 0,
    failed: Array<string>(unhandled).fill('an error outside of every test'),
    skipped: [],
  };
  for (const module of modules) {
    // A file that cannot be loaded, or a hook that fails, counts as a failure although no test ran.
    counts.failed.push(...module.errors().map(() => `${fileOf(module)}, outside of its tests`));
    for (const suite of module.children.allSuites())
      counts.failed.push(...suite.errors().map(() => `${fileOf(module)} > ${suite.fullName}, outside of its tests`));
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed += 1;
      else if (state === 'failed') counts.failed.push(titleOf(test));
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
    const fileMs = Object.fromEntries(modules.map((module) => [fileOf(module), module.diagnostic().duration]));
    const report: Report = { counts: count(modules, unhandled.length), fileMs };
    writeFileSync(file, JSON.stringify(report));
  }
}
