/** What the commands beside the server share: reading the command line and configuration, the database, reports of failures. */
import type { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setImmediate as signalsArrive } from 'node:timers/promises';
import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';
import { createClock, machineClocks } from '#server/clock.ts';
import { type Config, readConfigAt } from '#server/config.ts';
import { asCall, dialectOf, openExistingStorage, type Storage } from '#server/database/open.ts';
import { refuseOtherKey } from '#server/key-check.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { isOneAddress } from '#server/mail-address.ts';
import { findSecretKey } from '#server/secret-key.ts';
import { reveal } from '#server/start/reveal.ts';
import { CommandError, isOfDatabase, OutputError, StoppedError, sentenceFor, stopSignals } from './failures.ts';
import { type Columns, severalLines, tableHead, tableLine } from './terminal.ts';

/** What a command gets from its process. A test passes its own. */
interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where `.env` is read, and where relative paths begin. */
  readonly folder: string;
  readonly output: Writable;
  readonly errors: Writable;
  /** Where signals arrive that stop the command. */
  readonly signals?: EventEmitter;
}

/** What a command says about a secret. */
export interface SecretText {
  readonly told: string;
  /** Whether the text has the secret itself; else it names the file. */
  readonly isShown: boolean;
}

/** The tools of a command. */
export type Tools = ReturnType<typeof createTools>;

/** Declares a command: its description, options, arguments or subcommands, and their actions. */
export type Declare = (command: Command, tools: Tools) => void;

/** Writes, and resolves when the output has taken the text. Throws `OutputError` when it does not. */
function writeTo(output: Writable, text: string): Promise<void> {
  return new Promise((done, fail) => {
    output.write(text, (error) => (error ? fail(new OutputError(error)) : done()));
  });
}

function createTools({ environment, folder, output, signals }: Surroundings) {
  let time = () => new Date();
  const config = (): Config => readConfigAt(folder, environment);

  const write = (text: string) => writeTo(output, text);

  /** Makes `now` the time of the database's own clock, where it has one. */
  async function goByClockOf({ db }: Pick<Storage, 'db'>): Promise<void> {
    const clock = createClock({ databaseMs: () => dialectOf(db).timeOf(db), ...machineClocks });
    await clock.ask();
    time = clock.now;
  }

  return {
    /** The current time. Once the database is open it is the time of its servers' shared clock. */
    now: () => time(),
    goByClockOf,
    write,

    /**
     * Writes what is shown only once.
     *
     * @param otherwise the sentence for a person when it cannot be shown; it gets the reason
     */
    async show(text: string, otherwise: (reason: string) => string): Promise<void> {
      await write(text).catch((error: unknown) => {
        throw error instanceof OutputError ? new CommandError(otherwise(error.reason)) : error;
      });
    },
    config,

    /**
     * The text that shows a secret once, on a terminal. Without one the secret is in a file of the data folder that only its owner
     * can read, and the text names the file.
     */
    secretText(what: string, fileName: string, secret: string): SecretText {
      const toTerminal = (output as { isTTY?: boolean }).isTTY === true;
      const lines = reveal({ dataDir: config().dataDir, toTerminal }, what, fileName, secret);
      return { told: lines.map((line) => `${line}\n`).join(''), isShown: toTerminal };
    },

    /**
     * Does work that cleans up after itself when the command is stopped. A second signal ends the process at once.
     *
     * @param otherwise the sentence about the outcome when it was stopped
     */
    async untilStopped<T>(otherwise: string, work: (stop: AbortSignal) => Promise<T>): Promise<T> {
      const stopping = new AbortController();
      const handlers = stopSignals.map(
        (name) => [name, () => stopping.abort(new StoppedError(name, otherwise))] as const,
      );
      const letGo = () => handlers.forEach(([name, stop]) => void signals?.off(name, stop));
      for (const [name, stop] of handlers) signals?.on(name, stop);
      stopping.signal.addEventListener('abort', letGo);
      try {
        return await work(stopping.signal);
      } catch (error) {
        // A terminal sends the signal to the program that the command runs too, which may end first.
        await signalsArrive();
        throw stopping.signal.aborted ? stopping.signal.reason : error;
      } finally {
        letGo();
      }
    },

    /** Makes a typed path absolute. An empty one, as of a variable that is not set, would be the folder of the project. */
    path(typed: string): string {
      if (typed.trim() === '') throw new InvalidArgumentError('Name a file or folder.');
      return resolve(folder, typed);
    },

    /** Writes a table and returns its number of rows. */
    async writeTable(
      columns: Columns,
      rows: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
    ): Promise<number> {
      let count = 0;
      await write(`${tableHead(columns)}\n`);
      for await (const cells of rows) {
        count += 1;
        await write(`${tableLine(columns, cells)}\n`);
      }
      return count;
    },

    /**
     * Opens the database of the server's configuration. It must exist, because only the server creates a database.
     *
     * @param options `otherKey`: whether the key may be another one than the database was made with
     */
    async withStorage<T>(
      work: (storage: Storage, config: Config) => Promise<T>,
      { otherKey = false } = {},
    ): Promise<T> {
      const read = config();
      const storage = await openExistingStorage(read);
      try {
        const key = read.secretKey ?? findSecretKey(read.dataDir);
        if (key !== undefined && !otherKey) await refuseOtherKey(storage.db, createKeyedHash(key));
        await goByClockOf(storage);
        return await work(storage, read);
      } finally {
        await storage.close();
      }
    },
  };
}

/** Adds a subcommand with what it does. Its arguments, options and action are declared on what this returns. */
export const subcommand = <Name extends string>(command: Command, name: Name, description: string) =>
  command.command(name).description(description);

/** Reads one e-mail address. */
export function readAddress(typed: string): string {
  if (!isOneAddress(typed)) throw new InvalidArgumentError('That is not a valid e-mail address.');
  return typed;
}

/** Reads `--limit`: a whole number of rows; 0 is all of them. */
export function readLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 0 for all.');
  return Number(text) || Number.POSITIVE_INFINITY;
}

/** The help on writing the output into a file. */
export const helpOnFiles = (name: string): string =>
  `\nWith npm, write npm run --silent ${name} -- --csv > ${name}.csv, so that the file holds nothing else.`;

const usageExitCode = 2;

/**
 * Runs `npm run NAME -- ARGS`.
 *
 * @returns the exit code: 0, 1 for a failure, 2 for a command line that cannot be read, more than 128 after a signal
 */
export async function runCommand(
  name: string,
  declare: Declare,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const { output, errors } = surroundings;
  let help = '';
  const command = new Command(`npm run ${name} --`)
    .helpOption('--help', 'this text')
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      // Makes the message harmless, because it may repeat what was typed or pasted.
      writeErr: (text) => void errors.write(severalLines(text)),
    });
  declare(command, createTools(surroundings));
  // The library gives a command its own options also behind the name of a subcommand, which would ignore them.
  command.hook('preSubcommand', (given, subcommand) => {
    const strange = given.options.find((option) => given.getOptionValueSource(option.attributeName()) === 'cli');
    if (strange) given.error(`error: option '${strange.flags}' cannot be used with '${subcommand.name()}'`);
  });
  try {
    try {
      await asCall(() => command.parseAsync(args, { from: 'user' }), isOfDatabase);
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // The library has already reported the fault.
      if (error.exitCode !== 0) return usageExitCode;
      await writeTo(output, help);
    }
    return 0;
  } catch (error) {
    if (error instanceof OutputError) {
      // A reader that has seen enough, such as `head`, closes the output; that ends the command.
      if (error.code === 'EPIPE') return 0;
      errors.write(`The output cannot be written: ${error.reason}. What was written is not whole.\n`);
      return 1;
    }
    errors.write(`${sentenceFor(error)}\n`);
    return error instanceof StoppedError ? error.exitCode : 1;
  }
}

/** Runs a command with the input and output of this process. */
export async function runAsProcess(name: string, declare: Declare): Promise<void> {
  // Files that SQLite writes beside the database are readable by this user alone, like those of the server.
  process.umask(0o077);
  // Whoever writes gets the error from the write itself.
  process.stdout.on('error', () => {});
  // When errors cannot be written, only the exit code reports the failure.
  process.stderr.on('error', () => {});
  const { env: environment, stdout: output, stderr: errors } = process;
  const surroundings = { environment, folder: process.cwd(), output, errors, signals: process };
  process.exitCode = await runCommand(name, declare, process.argv.slice(2), surroundings);
}
