import { expect, test } from 'vitest';
import { chooseSteps, everyEngine, everyStep, longFaults } from './steps.ts';

const names = (...words: string[]) => chooseSteps(everyStep, words).map(({ name }) => name);

test('without words every step runs, checks before what they would explain', () => {
  expect(names()).toEqual([
    'types: server',
    'types: site',
    'types: e2e',
    'types: simulator',
    'lint: biome',
    'lint: oxlint',
    'boundaries',
    'lock',
    'words',
    'docs: configuration',
    'docs: coverage',
    'build',
    'budgets',
    'unit',
    'components',
    'e2e',
    'faults',
  ]);
});

test('a word chooses the steps whose names begin with it', () => {
  expect(names('types', 'lock')).toEqual(['types: server', 'types: site', 'types: e2e', 'types: simulator', 'lock']);
});

test('tests bring the build with them', () => {
  expect(names('e2e')).toEqual(['build', 'e2e']);
  expect(chooseSteps(longFaults, []).map(({ name }) => name)).toEqual(['build', 'faults']);
});

test('any other word narrows every runner to the files whose path holds it', () => {
  const chosen = chooseSteps(everyStep, ['outbox']);
  expect(chosen.map(({ name }) => name)).toEqual(['build', 'unit', 'components', 'e2e', 'faults']);
  for (const { runner, command } of chosen) expect(command.includes('outbox')).toBe(runner !== undefined);
});

test('a step and a word narrow that step', () => {
  const [build, unit, ...others] = chooseSteps(everyStep, ['unit', 'outbox']);
  expect([build?.name, unit?.name, others]).toEqual(['build', 'unit', []]);
  expect(unit?.command.at(-1)).toBe('outbox');
});

test('an engine is chosen by its name', () => {
  expect(chooseSteps(everyEngine, []).map(({ needs }) => needs)).toEqual([undefined, 'chromium', 'firefox', 'webkit']);
  expect(chooseSteps(everyEngine, ['browsers: webkit']).map(({ name }) => name)).toEqual(['browsers: webkit']);
});
