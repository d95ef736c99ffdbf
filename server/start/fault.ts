import type { Config } from '#server/config.ts';
import { StorageBusyError, storageFaultOf } from '#server/database/open.ts';

/** A start that fails for a reason that a person can fix. The message is one sentence for that person. */
export class StartFault extends Error {
  override name = 'StartFault';
}

/** The error codes of the system and of SQLite. A bug of ours has neither, so it is not reported as the operator's mistake. */
interface Failure {
  readonly code?: string;
  readonly errcode?: number;
}

const firstFreePort = 1024;

/** Turns the error of a port into a sentence for the operator; returns any other error unchanged. */
export function portFault(error: unknown, variable: 'PORT' | 'METRICS_PORT', port: number, host: string): unknown {
  const { code } = error as Failure;
  if (code === 'EADDRINUSE') {
    return new StartFault(`Port ${port} is taken by another program. Set ${variable} to a free one.`);
  }
  if (code === 'EACCES' && port < firstFreePort) {
    return new StartFault(`Port ${port} needs a privileged user. Set ${variable} to ${firstFreePort} or more.`);
  }
  if (code === 'EADDRNOTAVAIL')
    return new StartFault(
      `${variable === 'PORT' ? 'HOST' : 'METRICS_HOST'} ${host} is not an address of this machine.`,
    );
  return error;
}

const folderCodes = [
  'EACCES',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'EPERM',
  'ENOSPC',
  'ENOENT',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
];
/** SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const damagedCodes = [11, 26];

/** Turns the error of the database or its folder into a sentence for the operator; returns any other error unchanged. */
export function storageFault(error: unknown, { dataDir, databaseUrl }: Config): unknown {
  const { code, errcode } = error as Failure;
  const folder = code && folderCodes.includes(code);
  if (!folder && databaseUrl && !(error instanceof TypeError)) {
    return new StartFault(`The database at DATABASE_URL cannot be used (${code ?? 'no answer'}).`);
  }
  if (errcode !== undefined && damagedCodes.includes(errcode)) {
    return new StartFault(
      `The file boxline.sqlite in ${dataDir} is damaged or is no database. Restore a backup of it.`,
    );
  }
  if (error instanceof StorageBusyError) {
    return new StartFault(
      `Another program keeps the file boxline.sqlite in ${dataDir} locked. End it, then start again.`,
    );
  }
  if (folder || code === 'ERR_SQLITE_ERROR') {
    const fault = storageFaultOf(error);
    const reason = errcode ? `${fault?.code ?? 'SQLite'} ${errcode}` : code;
    return new StartFault(`The data folder ${dataDir} cannot be written (${reason}). Mend it or set DATA_DIR.`);
  }
  return error;
}
