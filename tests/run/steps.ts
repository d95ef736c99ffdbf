/** What `npm test` does, in order. */
import { join } from 'node:path';
import type { tools } from './tools.ts';

export interface Step {
  /** What a person types to run this step alone: `npm test -- types`. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly withinMs: number;
  /** A runner reports how many tests it ran; any other step counts as one that passes or fails. */
  readonly runner?: 'vitest' | 'playwright';
  /** Without this tool the step is skipped. */
  readonly needs?: keyof typeof tools;
  readonly env?: Readonly<Record<string, string>>;
}

const minute = 60_000;
const node = (...args: string[]): readonly [string, ...string[]] => ['node', ...args];

const check = (name: string, ...command: [string, ...string[]]): Step => ({ name, command, withinMs: 2 * minute });

const vitest = (project: string, ...rest: string[]): readonly [string, ...string[]] => [
  'vitest',
  'run',
  '--project',
  project,
  '--passWithNoTests',
  '--reporter=default',
  `--reporter=${join(import.meta.dirname, '../support/counts-reporter.ts')}`,
  ...rest,
];

const checks: Step[] = [
  check('types: server', 'tsc', '-p', '.'),
  check('types: site', 'tsc', '-p', 'site'),
  check('types: e2e', 'tsc', '-p', 'tests/e2e'),
  check('types: simulator', 'tsc', '-p', 'tests/simulator'),
  check('lint: biome', 'biome', 'check', '--error-on-warnings', '.'),
  check('lint: oxlint', 'oxlint', '--deny-warnings'),
  check('boundaries', ...node('scripts/checks/boundaries.ts')),
  check('lock', ...node('scripts/complete-lock.mjs', '--check')),
  check('words', ...node('scripts/checks/words.ts')),
  check('docs: configuration', ...node('scripts/docs-config.ts', '--check')),
  check('docs: coverage', ...node('scripts/checks/spec-coverage.ts')),
];

/** Unit tests aside, tests start the real server, which serves the built site. */
const build: Step = { name: 'build', command: node('scripts/ensure-built.mjs'), withinMs: 2 * minute };

const faults = (withinMs: number): Step => ({ name: 'faults', command: vitest('faults'), withinMs, runner: 'vitest' });

const tests: Step[] = [
  { name: 'unit', command: vitest('unit'), withinMs: 6 * minute, runner: 'vitest' },
  { name: 'components', command: vitest('components'), withinMs: 3 * minute, runner: 'vitest', needs: 'chromium' },
  {
    name: 'e2e',
    command: ['playwright', 'test', '--config=playwright.config.ts', '--pass-with-no-tests', '--reporter=list,json'],
    withinMs: 15 * minute,
    runner: 'playwright',
    needs: 'chromium',
  },
  faults(8 * minute),
];

/** `npm test`, with small counts of the faults. */
export const everyStep: readonly Step[] = [
  ...checks,
  build,
  check('budgets', ...node('scripts/checks/budgets.ts')),
  ...tests,
];

/** `npm run test:faults`: the rounds that are too many for every change. `FAULT_ROUNDS` may still say otherwise. */
export const longFaults: readonly Step[] = [
  build,
  { ...faults(55 * minute), env: { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '100' } },
];

const engine = (name: 'chromium' | 'firefox' | 'webkit'): Step => ({
  ...check(`browsers: ${name}`, ...node('tests/browsers/main.ts', name)),
  needs: name,
});

/** `npm run test:browsers`: one journey through each engine. */
export const everyEngine: readonly Step[] = [build, engine('chromium'), engine('firefox'), engine('webkit')];

/**
 * The steps that a person asked for. A word that begins a step's name chooses it; any other word narrows the tests to the
 * files whose path holds it. Tests bring the build with them.
 */
export function chooseSteps(steps: readonly Step[], words: readonly string[]): Step[] {
  const named = (step: Step) => words.some((word) => step.name.startsWith(word));
  const files = words.filter((word) => !steps.some(({ name }) => name.startsWith(word)));
  const wanted = steps.some(named) ? named : ({ runner }: Step) => words.length === 0 || runner !== undefined;
  const testing = steps.some((step) => step.runner && wanted(step));
  return steps
    .filter((step) => words.length === 0 || wanted(step) || (testing && step === build))
    .map((step) => (step.runner ? { ...step, command: [...step.command, ...files] } : step));
}
