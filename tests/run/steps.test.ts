import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { long, longFiles } from '../e2e/long.ts';
import { quickFaults } from '../faults/support/quick.ts';
import { componentFiles, longComponents, longUnits, pathsOf, unitFiles } from '../support/long-files.ts';
import { filesWithLongPart, filesWithRest } from '../support/rest.ts';
import { chooseSteps, everyEngine, everyStep, longFaults, runSteps, type Step } from './steps.ts';

const names = (...words: string[]) => chooseSteps(everyStep, words).map(({ name }) => name);

test('without words every step runs: the longest as soon as the site is built, checks before what they would explain', () => {
  expect(names()).toEqual([
    'build',
    'e2e',
    'types: server',
    'types: site',
    'types: desk',
    'types: desk worker',
    'types: e2e',
    'lint: biome',
    'lint: oxlint',
    'boundaries',
    'lock',
    'words',
    'docs: tables',
    'docs: coverage',
    'budgets',
    'components',
    'unit',
    'faults',
  ]);
});

test('a word chooses the steps whose names begin with it', () => {
  expect(names('types', 'lock')).toEqual([
    'types: server',
    'types: site',
    'types: desk',
    'types: desk worker',
    'types: e2e',
    'lock',
  ]);
});

test('what reads the built site brings the build with it', () => {
  expect(names('e2e')).toEqual(['build', 'e2e']);
  expect(names('budgets')).toEqual(['build', 'budgets']);
  expect(names('unit')).toEqual(['unit']);
  expect(chooseSteps(longFaults, []).map(({ name }) => name)).toEqual([
    'build',
    'e2e',
    'components',
    'unit',
    'unit: whole files',
    'faults',
  ]);
});

test('the long run has every test that npm test leaves out', () => {
  const envOf = (steps: readonly Step[], name: string) => steps.find((step) => step.name === name)?.env;
  for (const name of ['e2e', 'components', 'unit', 'faults'])
    expect(envOf(everyStep, name)).toEqual({ TESTS: 'quick' });
  for (const name of ['e2e', 'unit']) expect(envOf(longFaults, name)).toEqual({ TESTS: 'long' });
  for (const name of ['components', 'unit: whole files']) expect(envOf(longFaults, name)).toEqual({ TESTS: 'whole' });
  expect(envOf(longFaults, 'faults')).not.toHaveProperty('TESTS');
  expect(quickFaults.filter((file) => !existsSync(file))).toEqual([]);
});

test('every file of tests belongs to one runner', () => {
  const files = globSync('**/*.{test,spec}.{ts,tsx,mjs,js}', {
    exclude: ['node_modules/**', 'dist/**', 'artifacts/**'],
  });
  const known = [
    ...pathsOf(unitFiles(undefined)),
    ...pathsOf(componentFiles(undefined)),
    ...globSync('tests/faults/**/*.test.ts'),
    ...globSync('tests/e2e/**/*.spec.ts'),
  ];
  expect(known.sort()).toEqual(files.sort());
});

test('a file of unit or component tests is in npm test or in the long run, whole or by halves, and whole in one of them alone', () => {
  for (const [filesOf, long] of [
    [unitFiles, longUnits],
    [componentFiles, longComponents],
  ] as const) {
    expect(long.filter((file) => !existsSync(file))).toEqual([]);
    const [quick, whole] = [pathsOf(filesOf('quick')), pathsOf(filesOf('whole'))];
    // Component tests that are in `npm test` with a part are in the long run whole.
    const inBoth = filesOf === componentFiles ? filesWithLongPart(quick) : [];
    expect([...quick, ...whole].sort()).toEqual([...pathsOf(filesOf(undefined)), ...inBoth].sort());
  }
  const byHalves = pathsOf(unitFiles('long'));
  expect(byHalves).toEqual(filesWithRest(pathsOf(unitFiles('quick'))).sort());
});

test('a unit test is in the long run by its file: one that declares its tests for a database at a time, or plays rounds', () => {
  const files = ['server/leads/join.test.ts', 'server/ringing/push-race.test.ts', 'server/calendar.test.ts'];
  expect(filesWithRest(files).sort()).toEqual(files.slice(0, 2));
});

test('a browser test is long by its file or by its tag, and by nothing else', () => {
  expect(longFiles.filter((file) => !existsSync(`tests/e2e/${file}`))).toEqual([]);
  for (const text of [
    'reload.spec.ts R13 one lead',
    'e2e/reload.spec.ts R13 one lead',
    'home.spec.ts R1 at 390 px @long',
  ])
    expect(text).toMatch(long);
  for (const text of ['home.spec.ts R1 reload', 'not-reload.spec.ts R13', 'portal.spec.ts the way in'])
    expect(text).not.toMatch(long);
});

test('whoever names a file gets all of its tests', () => {
  for (const { name, env } of chooseSteps(everyStep, ['resilience'])) expect(env ?? {}, name).toEqual({});
});

test('any other word narrows every runner to the files whose path holds it', () => {
  const chosen = chooseSteps(everyStep, ['outbox']);
  expect(chosen.map(({ name }) => name)).toEqual(['build', 'e2e', 'components', 'unit', 'faults']);
  for (const { runner, command } of chosen) expect(command.includes('outbox')).toBe(runner !== undefined);
});

test('a file that is named in the long run is run once', () => {
  const chosen = chooseSteps(longFaults, ['outbox']);
  expect(chosen.map(({ name }) => name)).toEqual(['build', 'e2e', 'components', 'unit', 'faults']);
  expect(chosen.find(({ name }) => name === 'unit')?.env).toEqual({});
});

test('a step and a word narrow that step', () => {
  const [unit, ...others] = chooseSteps(everyStep, ['unit', 'outbox']);
  expect([unit?.name, others]).toEqual(['unit', []]);
  expect(unit?.command.at(-1)).toBe('outbox');
});

test('an engine is chosen by its name', () => {
  expect(chooseSteps(everyEngine, []).map(({ needs }) => needs)).toEqual([undefined, 'chromium', 'firefox', 'webkit']);
  expect(chooseSteps(everyEngine, ['browsers: webkit']).map(({ name }) => name)).toEqual(['build', 'browsers: webkit']);
});

/** Steps that end when a test says so, and what has begun. */
function controlled() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (step: Step) => {
    begun.push(step.name);
    return new Promise<string>((resolve) => ends.set(step.name, () => resolve(step.name)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, end };
}

test('so many steps run at once, each as early as it can: what reads the built site when it is built', async () => {
  const { begun, run, end } = controlled();
  const all = runSteps(chooseSteps(everyStep, ['build', 'e2e', 'lock', 'words', 'faults']), 2, run, () => false);
  expect(begun).toEqual(['build', 'lock']);
  await end('lock');
  expect(begun).toEqual(['build', 'lock', 'words']);
  await end('words');
  expect(begun, 'nothing else can begin').toEqual(['build', 'lock', 'words']);
  await end('build');
  expect(begun.slice(3)).toEqual(['e2e', 'faults']);
  await end('faults');
  await end('e2e');
  expect(await all).toEqual(['lock', 'words', 'build', 'faults', 'e2e']);
});

test('where one step runs at a time, two that measure no times run side by side, and nothing beside one that does', async () => {
  const { begun, run, end } = controlled();
  const all = runSteps(chooseSteps(everyStep, ['build', 'e2e', 'lock', 'words', 'faults']), 1, run, () => false);
  expect(begun).toEqual(['build', 'lock']);
  await end('build');
  expect(begun.slice(2)).toEqual(['words']);
  await end('lock');
  expect(begun.slice(3), 'words runs, and e2e measures times').toEqual([]);
  await end('words');
  expect(begun.slice(3)).toEqual(['e2e']);
  await end('e2e');
  expect(begun.slice(4)).toEqual(['faults']);
  await end('faults');
  expect(await all).toEqual(['build', 'lock', 'words', 'e2e', 'faults']);
});

test('nothing runs beside tests or a browser', () => {
  const untimed = [...everyStep, ...longFaults, ...everyEngine].filter(({ isUntimed }) => isUntimed);
  for (const { name, runner, needs } of untimed) expect([runner, needs], name).toEqual([undefined, undefined]);
});

test('no step begins after an interruption, and those that run come to their end', async () => {
  const { begun, run, end } = controlled();
  let interrupted = false;
  const all = runSteps(chooseSteps(everyStep, ['lock', 'words', 'boundaries']), 1, run, () => interrupted);
  interrupted = true;
  await end('boundaries');
  await end('lock');
  expect(await all).toEqual(['boundaries', 'lock']);
  expect(begun).toEqual(['boundaries', 'lock']);
});
