/** The failures of a command, and the sentence that a person gets about each. */
import { constants } from 'node:os';
import { getSystemErrorMessage } from 'node:util';
import { BackupError } from '#server/backup/service.ts';
import { ConfigError } from '#server/config.ts';
import { EarlyDatabaseError, NewerDatabaseError, UnfinishedRestoreError } from '#server/database/migrate.ts';
import {
  NoDatabaseError,
  PartlyStoredError,
  SharedSessionError,
  StorageBusyError,
  storageFaultOf,
} from '#server/database/open.ts';
import { ErasuresFileError } from '#server/erasure/service.ts';
import { OtherKeyError } from '#server/key-check.ts';
import { SecretKeyMissingError } from '#server/secret-key.ts';
import { oneLine } from './terminal.ts';

/** The command cannot be done; the message says what to do instead. The exit code is 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The signals that ask a command to stop. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The command was stopped by a signal. */
export class StoppedError extends Error {
  override name = 'StoppedError';
  readonly exitCode: number;

  constructor(signal: (typeof stopSignals)[number], otherwise: string) {
    super(`The command was stopped (${signal}). ${otherwise}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** The output takes nothing any more. */
export class OutputError extends Error {
  override name = 'OutputError';
  readonly code: string | undefined;
  /** Why, for a person. */
  readonly reason: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.code = cause.code;
    this.reason = reasonOf(cause);
  }
}

/** The system's codes for refusing a file or folder. Errors of the network are not among them. */
const placeCodes = /^(EACCES|EPERM|ENOENT|ENOTDIR|EISDIR|EROFS|ENOSPC|EDQUOT|ENAMETOOLONG|ELOOP|EIO)$/;

const reasonOf = ({ errno, code }: NodeJS.ErrnoException): string =>
  `${errno === undefined ? 'the system refuses it' : getSystemErrorMessage(errno)} (${code})`;

/**
 * The sentence about a database that failed; undefined for another error.
 *
 * @param hasChanged whether the command had changed something by then
 */
function sentenceOfDatabase(error: unknown, hasChanged: boolean): string | undefined {
  const stays = 'What the command changed before that stays.';
  if (error instanceof StorageBusyError && error.code !== 'AWAY_BUSY') {
    const changed = hasChanged ? `${stays} Look at it, and try again` : 'Nothing was changed. Try again';
    return `${error.message} ${changed} when it has ended.`;
  }
  const { code, errstr } = error as NodeJS.ErrnoException & { errstr?: string };
  const isSqlite = code === 'ERR_SQLITE_ERROR';
  const fault = storageFaultOf(error);
  if (fault?.words) {
    const which = isSqlite ? 'The database' : 'The database at DATABASE_URL';
    const nothing = error instanceof StorageBusyError ? ' Nothing was changed.' : '';
    return `${which} cannot be used (${fault.code}). ${fault.words}${hasChanged ? ` ${stays}` : nothing}`;
  }
  return isSqlite ? `The database cannot be used: ${errstr ?? code}.` : undefined;
}

/** Whether a failure is one of the database that has a sentence for people. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof StorageBusyError || storageFaultOf(error)?.words !== undefined;

/** The sentence that a person gets about a failure. For an unexpected error it is the stack. */
export function sentenceFor(error: unknown): string {
  const expected = [
    CommandError,
    StoppedError,
    ConfigError,
    BackupError,
    ErasuresFileError,
    NoDatabaseError,
    EarlyDatabaseError,
    NewerDatabaseError,
    OtherKeyError,
    SecretKeyMissingError,
    SharedSessionError,
    UnfinishedRestoreError,
  ];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof PartlyStoredError) return sentenceOfDatabase(error.cause, true) ?? error.message;
  const ofDatabase = sentenceOfDatabase(error, false);
  if (ofDatabase !== undefined) return ofDatabase;
  const { code, dest, path, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  if (syscall && code && placeCodes.test(code)) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    // A copy or a move may be refused at either place.
    const refused = dest === undefined ? 'cannot be used' : `cannot be written to ${oneLine(dest)}`;
    return `${oneLine(path ?? 'The file or folder')} ${refused}: ${reason}. Nothing more was done. Fix it or name another place.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
