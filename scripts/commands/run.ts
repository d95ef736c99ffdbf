/** What the commands beside the server share: the server's configuration, its database, and plain sentences on failure. */
import { once } from 'node:events';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BackupError } from '#server/backup/service.ts';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { NewerDatabaseError } from '#server/database/migrate.ts';
import { NoDatabaseError, openExistingStorage, type Storage, StorageBusyError } from '#server/database/open.ts';
import { readEnvironment } from '#server/environment.ts';
import { SecretKeyMissingError } from '#server/secret-key.ts';

/** The command line, the configuration or what was asked for cannot be used; the message says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const usageExitCode = 2;

/** Says what is wrong with the command line, with the usage under it. */
export const usageError = (problem: string, usage: string): CommandError =>
  new CommandError(`${problem}\n\n${usage}`, usageExitCode);

/** Writes to the standard output as fast as its reader takes it. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Reads the options of a command; there are no other arguments. */
export function readOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : '', usage);
  }
}

/** Reads a command line with words in it, such as `revoke CODE`, and options. */
export function readCommand<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    return { options: values, words: positionals };
  } catch (error) {
    throw usageError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : '', usage);
  }
}

/** A whole number of rows; 0 for all of them. */
export function readLimit(text: string | undefined, fallback: number, usage: string): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw usageError(`--limit must be a whole number, 0 for all; it was ${text}`, usage);
  return Number(text) || Number.POSITIVE_INFINITY;
}

/** Opens the database of the server's configuration, which must exist: only the server creates one. */
export async function withStorage<T>(work: (storage: Storage, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment(process.cwd(), process.env));
  const storage = await openExistingStorage(config);
  try {
    return await work(storage, config);
  } finally {
    await storage.close();
  }
}

/** What a person is told about a failure. Anything unforeseen keeps its stack. */
function sentenceFor(error: unknown): string {
  if (
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof BackupError ||
    error instanceof NoDatabaseError ||
    error instanceof NewerDatabaseError ||
    error instanceof SecretKeyMissingError
  ) {
    return error.message;
  }
  if (error instanceof StorageBusyError) return `${error.message} Nothing was changed. Try again when it has ended.`;
  const { code, errstr } = error as { code?: string; errstr?: string };
  if (code === 'ERR_SQLITE_ERROR') return `The database cannot be used: ${errstr ?? code}.`;
  if (code && /^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|28P01|3D000|28000)$/.test(code)) {
    return `The database at DATABASE_URL cannot be reached or refuses the account (${code}).`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a command and sets the exit code: 0, 1 for a failure, 2 for a command line that cannot be read. */
export async function runCommand(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  // What SQLite writes beside the database is for this user alone, as what the server writes.
  process.umask(0o077);
  // A reader that has seen enough, such as `head`, ends the command.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  try {
    await command(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
}
