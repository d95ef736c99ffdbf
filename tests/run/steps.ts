/** What `npm test` does: its steps, and what each of them waits for. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { tools } from './tools.ts';

type Variables = Readonly<Record<string, string>>;

export interface Step {
  /** What a person types to run this step alone: `npm test -- types`. */
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly withinMs: number;
  /** A runner reports how many tests it ran; any other step counts as one that passes or fails. */
  readonly runner?: 'vitest' | 'playwright';
  /** Without this tool the step is skipped. */
  readonly needs?: keyof typeof tools;
  /** It reads the built site, so it begins when the build has ended. */
  readonly readsBuild?: boolean;
  /** It measures no times, so another such step may always run beside it. */
  readonly isUntimed?: true;
  readonly env?: Variables;
}

const minute = 60_000;
const node = (...args: string[]): readonly [string, ...string[]] => ['node', ...args];

// The limits are for steps that hang: a machine at half the speed, or a busy one, needs twice what they take as a rule.
const check = (name: string, ...command: [string, ...string[]]): Step => ({
  name,
  command,
  withinMs: 5 * minute,
  isUntimed: true,
});

/** `npm test` takes the way of each user once; the rest is in the long run (`docs/decisions/0200`). */
const quick = { TESTS: 'quick' };

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

/**
 * What it found of a file is kept until the file or what it imports changes: the next time takes a fifth. Each of several checkers
 * finds out for itself what the files share, which takes twice the time of the processor.
 */
const types = (name: string, folder: string): Step => {
  const known = `node_modules/.cache/types/${name.replace(' ', '-')}.tsbuildinfo`;
  return check(`types: ${name}`, 'tsc', '-p', folder, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known);
};

const checks: Step[] = [
  types('server', '.'),
  types('site', 'site'),
  types('desk', 'desk'),
  types('desk worker', 'desk/worker'),
  // With the simulator and the journey through three browsers, which share most of what they import.
  types('e2e', 'tests/e2e'),
  check('lint: biome', 'biome', 'check', '--error-on-warnings', '.'),
  check('lint: oxlint', 'oxlint', '--deny-warnings'),
  check('boundaries', ...node('scripts/checks/boundaries.ts')),
  check('lock', ...node('scripts/complete-lock.mjs', '--check')),
  check('words', ...node('scripts/checks/words.ts')),
  check('docs: tables', ...node('scripts/docs/main.ts')),
  check('docs: coverage', ...node('scripts/checks/spec-coverage.ts')),
];

/** Unit and component tests aside, tests start the real server, which serves the built site. */
export const build = check('build', ...node('scripts/ensure-built.mjs'));

const unit = (env: Variables, name = 'unit'): Step => ({
  name,
  command: vitest('unit'),
  withinMs: 25 * minute,
  runner: 'vitest',
  env,
});

const components = (env: Variables): Step => ({
  name: 'components',
  command: vitest('components'),
  withinMs: 8 * minute,
  runner: 'vitest',
  needs: 'chromium',
  env,
});

const faults = (withinMs: number, env: Variables, ...rest: string[]): Step => ({
  name: 'faults',
  command: vitest('faults', ...rest),
  withinMs,
  runner: 'vitest',
  readsBuild: true,
  env,
});

const e2e = (env: Variables): Step => ({
  name: 'e2e',
  command: ['playwright', 'test', '--config=playwright.config.ts', '--pass-with-no-tests', '--reporter=list,json'],
  // Only a run that hangs takes longer: a machine of half the usual speed needs 27 minutes for the long ones.
  withinMs: 45 * minute,
  runner: 'playwright',
  needs: 'chromium',
  readsBuild: true,
  env,
});

/**
 * `npm test`, with the quick fault tests alone. The longest step begins as soon as the site is built; the others follow one
 * another beside it, the quick ones first.
 */
export const everyStep: readonly Step[] = [
  build,
  e2e(quick),
  ...checks,
  { ...check('budgets', ...node('scripts/checks/budgets.ts')), readsBuild: true },
  components(quick),
  unit(quick),
  faults(15 * minute, quick),
];

/**
 * The long run is what `npm test` leaves out, because `.ci/run` runs both (`docs/decisions/0148`): the other half of files of
 * which it runs one, and whole files (`tests/support/long-files.ts`).
 */
const rest = { TESTS: 'long' };
const wholeFiles = { TESTS: 'whole' };

/**
 * `npm run test:faults`: every fault test, in rounds that are too many for every change (`FAULT_ROUNDS` may still say
 * otherwise), and the browser, component and unit tests that `npm test` leaves out.
 */
export const longFaults: readonly Step[] = [
  build,
  e2e(rest),
  components(wholeFiles),
  unit(rest),
  unit(wholeFiles, 'unit: whole files'),
  faults(75 * minute, { FAULT_ROUNDS: process.env['FAULT_ROUNDS'] ?? '100' }),
];

const engine = (name: 'chromium' | 'firefox' | 'webkit'): Step => ({
  name: `browsers: ${name}`,
  command: node('tests/browsers/main.ts', name),
  withinMs: 5 * minute,
  needs: name,
  readsBuild: true,
});

/** `npm run test:browsers`: one journey through each engine. */
export const everyEngine: readonly Step[] = [build, engine('chromium'), engine('firefox'), engine('webkit')];

/**
 * The steps that a person asked for. A word that begins a step's name chooses it; any other word narrows the tests to the
 * files whose path holds it. What reads the built site brings the build with it.
 */
export function chooseSteps(steps: readonly Step[], words: readonly string[]): Step[] {
  const named = (step: Step) => words.some((word) => step.name.startsWith(word));
  const files = words.filter((word) => !steps.some(({ name }) => name.startsWith(word)));
  const wanted = steps.some(named) ? named : ({ runner }: Step) => words.length === 0 || runner !== undefined;
  const chosen = steps.filter((step) => words.length === 0 || wanted(step));
  const needsBuild = chosen.some(({ readsBuild }) => readsBuild) && !chosen.includes(build);
  const narrowed = [...(needsBuild ? [build] : []), ...chosen].map((step): Step => {
    if (!step.runner || files.length === 0) return step;
    // Whoever names a file wants all of it.
    const { TESTS: _, ...env } = step.env ?? {};
    return { ...step, command: [...step.command, ...files], env };
  });
  // Two steps of one runner are then the same.
  const sameAs = ({ command, env }: Step) => JSON.stringify([command, env]);
  return [...new Map(narrowed.toReversed().map((step) => [sameAs(step), step])).values()].toReversed();
}

/**
 * How many steps of `npm test` run at once. On fewer than four cores two steps take each other's processor, and tests that are
 * about times fail without a fault (docs/decisions/0044). Two steps that measure no times run side by side all the same.
 */
export const sideBySide = availableParallelism() >= 4 ? 2 : 1;

/**
 * Runs steps, at most `most` of them at once. Each begins as early as it can, those that stand earlier first.
 *
 * @param isStopped no further step begins once it is true
 */
export async function runSteps<Result>(
  steps: readonly Step[],
  most: number,
  run: (step: Step) => Promise<Result>,
  isStopped: () => boolean,
): Promise<Result[]> {
  const waiting = [...steps];
  const running = new Map<Step, Promise<unknown>>();
  const results: Result[] = [];
  const building = () => [...waiting, ...running.keys()].some(({ name }) => name === build.name);
  const hasRoom = (step: Step) =>
    running.size < most || (running.size < 2 && [step, ...running.keys()].every(({ isUntimed }) => isUntimed));
  for (;;) {
    const next = waiting.findIndex((step) => (!step.readsBuild || !building()) && hasRoom(step));
    const step = isStopped() ? undefined : waiting[next];
    if (step) {
      waiting.splice(next, 1);
      const end = run(step).then((result) => {
        results.push(result);
        running.delete(step);
      });
      running.set(step, end);
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      return results;
    }
  }
}
