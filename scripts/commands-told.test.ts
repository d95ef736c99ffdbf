/** Checks the commands that our sentences tell people to run. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CommandName, commands, runScript } from '../tests/support/command.ts';
import { trackedFiles } from './checks/tracked-files.ts';

interface Told {
  /** Where it stands. */
  readonly at: string;
  readonly name: CommandName;
  /** What follows `--`: a subcommand or an option. */
  readonly word: string;
  /** The verb after the command: what a sentence says that the command does. */
  readonly verb: string;
}

const shape = /npm run ([a-z]+)(?: -- (-*[a-z][a-z-]*)(?![\w/-]))?(?: (lists|shows|adds|makes|checks))?/g;

/** The commands in the documents and in the sentences of the server, the desk and the commands. Comments are no sentences for people. */
function toldCommands(): Told[] {
  const files = trackedFiles().filter(
    (path) =>
      (/^(server|scripts|contract|desk|brand)\/.*\.tsx?$/.test(path) && !path.includes('.test.')) ||
      /^(README|docs\/(?!spec-coverage)[\w-]+)\.md$/.test(path),
  );
  return files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(\*|\/\*|\/\/)/.test(line)
          ? []
          : [...line.matchAll(shape)].map(([, name = '', word = '', verb = '']) => ({
              at: `${path}:${index + 1}`,
              name: name as CommandName,
              word,
              verb,
            })),
      )
      .filter(({ name }) => Object.hasOwn(commands, name)),
  );
}

describe('R777 a command that a sentence tells people to run', () => {
  const told = toldCommands();

  test('has the subcommand or the option that is named', async () => {
    const named = told.filter(({ word }) => word !== '');
    expect(named.length).toBeGreaterThan(20);
    for (const { at, name, word } of named) {
      const isOption = word.startsWith('-');
      const { out } = await runScript(name, {}, ...(isOption ? [] : [word]), '--help');
      expect(out, at).toContain(isOption ? word : `Usage: npm run ${name} -- ${word}`);
    }
  });

  test('does something when a sentence says what it does', async () => {
    const does = told.filter(({ word, verb }) => word === '' && verb !== '');
    expect(does.length).toBeGreaterThan(0);
    // 2: the command line cannot be read, because a subcommand is missing.
    for (const { at, name } of does) expect((await runScript(name, {})).code, at).not.toBe(2);
  });
});
