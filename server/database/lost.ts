/** Tells errors of the database itself from those of a statement, and which of them end a connection to PostgreSQL. */
import { StorageBusyError } from './busy.ts';

/**
 * SQLSTATEs with which PostgreSQL ends a session, or refuses one for a time ("PostgreSQL Error Codes", Appendix A): it stops, crashed,
 * starts, or ended a transaction or a session that stood still for too long.
 */
const endedCodes = ['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'];

/** The system's codes for a connection that broke, or that nobody took. */
const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** The messages of `pg` about a connection that ended. These errors have no code. */
const messages = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'timeout expired',
];

/** Whether the connection of a statement is gone, or none was made for it. */
export function isLost(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string') return typeof message === 'string' && messages.includes(message);
  return networkCodes.includes(code) || endedCodes.includes(code) || /^08[0-9A-Z]{3}$/.test(code);
}

/** Classes of SQLSTATEs that say nothing of the statement: too few resources, ended by somebody, a fault of the system. */
const downClasses = ['53', '57', '58'];

/** The primary codes of SQLite for the same: it is locked, or its file or disk fails (sqlite.org/rescode.html). */
const sqliteDown = [5, 10, 13, 14];

/** Whether the database failed and not the statement, so that the same statement may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof StorageBusyError || isLost(error)) return true;
  const { code, errcode, severity } = Object(error) as { code?: unknown; errcode?: unknown; severity?: unknown };
  if (typeof errcode === 'number') return sqliteDown.includes(errcode & 0xff);
  return typeof code === 'string' && severity !== undefined && downClasses.includes(code.slice(0, 2));
}
