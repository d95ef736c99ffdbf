import { resolve, sep } from 'node:path';
import type { Config } from '#server/config.ts';
import { isLost, isOfStatement, StorageBusyError, storageFaultOf } from '#server/database/open.ts';

/** A start that fails for a reason that a person can fix. The message is one sentence for that person. */
export class StartFault extends Error {
  override name = 'StartFault';
}

/** The error codes of the system and of SQLite. A bug of ours has neither, so it is not reported as the operator's mistake. */
interface Failure {
  readonly code?: string;
  readonly errcode?: number;
  /** The file or folder that the system refused. */
  readonly path?: string;
  /** The call that the system refused. `connect` may be refused for the path of a socket. */
  readonly syscall?: string;
}

const firstFreePort = 1024;

/** Turns the error of a port into a sentence for the operator; returns any other error unchanged. */
export function portFault(error: unknown, variable: 'PORT' | 'METRICS_PORT', port: number, host: string): unknown {
  const { code, syscall } = error as Failure;
  if (code === 'EADDRINUSE') {
    return new StartFault(`Port ${port} is taken by another program. Set ${variable} to a free one.`);
  }
  if (code === 'EACCES' && port < firstFreePort) {
    return new StartFault(`Port ${port} needs a privileged user. Set ${variable} to ${firstFreePort} or more.`);
  }
  const hostVariable = variable === 'PORT' ? 'HOST' : 'METRICS_HOST';
  if (code === 'EADDRNOTAVAIL') return new StartFault(`${hostVariable} ${host} is not an address of this machine.`);
  return code === undefined || syscall === undefined
    ? error
    : new StartFault(`Port ${port} at ${hostVariable} ${host} cannot be used (${code}).`);
}

/** The system's codes for refusing a file or folder. */
const placeCodes =
  /^(EACCES|EROFS|ENOTDIR|EEXIST|EPERM|ENOSPC|ENOENT|EISDIR|ELOOP|ENAMETOOLONG|EDQUOT|EIO|EMFILE|ENFILE)$/;
/** SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const damagedCodes = [11, 26];

/** Whether a path is the data folder, lies in it, or is a folder above it, which could not be made. */
function isOfDataFolder(path: string, dataDir: string): boolean {
  const [one, other] = [resolve(path) + sep, resolve(dataDir) + sep];
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether an error is of PostgreSQL or of the connection to it: not one of this server's own, such as a value that Node refuses. */
function isOfPostgres(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (isLost(error) || storageFaultOf(error)) return true;
  // `pg` gives no code to what is wrong with a login.
  return typeof code === 'string' ? !/^ERR_(?!SSL|TLS)/.test(code) : String(message).startsWith('SASL: ');
}

/** Turns the error of the database or its folder into a sentence for the operator; returns any other error unchanged. */
export function storageFault(error: unknown, { dataDir, databaseUrl }: Config): unknown {
  const { code, errcode, path, syscall } = error as Failure;
  if (isOfStatement(error)) return error;
  const isOfPlace = code !== undefined && placeCodes.test(code) && syscall !== 'connect';
  if (isOfPlace && path !== undefined && !isOfDataFolder(path, dataDir)) {
    return new StartFault(`${path} cannot be used (${code}). Fix it or name another place.`);
  }
  if (!isOfPlace && databaseUrl && isOfPostgres(error)) {
    const { code: named = code, words } = storageFaultOf(error) ?? {};
    return new StartFault(
      [`The database at DATABASE_URL cannot be used (${named ?? 'no answer'}).`, words].filter(Boolean).join(' '),
    );
  }
  if (errcode !== undefined && damagedCodes.includes(errcode)) {
    return new StartFault(
      `The file boxline.sqlite in ${dataDir} is damaged or not a database. Restore a backup of it.`,
    );
  }
  if (error instanceof StorageBusyError) {
    return new StartFault(
      `Another program keeps the file boxline.sqlite in ${dataDir} locked. End it, then start again.`,
    );
  }
  if (isOfPlace || code === 'ERR_SQLITE_ERROR') {
    const fault = storageFaultOf(error);
    const reason = errcode ? `${fault?.code ?? 'SQLite'} ${errcode}` : code;
    const inItsWay =
      code === 'ENOTDIR' ? 'A file is in the place of a folder. Move it away, or set DATA_DIR.' : undefined;
    const todo = inItsWay ?? fault?.words ?? 'Fix it or set DATA_DIR.';
    return new StartFault(`The data folder ${dataDir} cannot be written (${reason}). ${todo}`);
  }
  return error;
}
