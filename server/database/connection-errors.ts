/** Tells which errors end a connection to PostgreSQL, and which come from the database rather than from the statement. */
import { StorageBusyError } from './busy.ts';
import { storageFaultOf } from './fault.ts';

/**
 * SQLSTATEs with which PostgreSQL ends a session, or refuses one for a time ("PostgreSQL Error Codes", Appendix A): it stops, crashed,
 * starts, or ended a transaction or a session that stood still for too long.
 */
const endedCodes = ['57P01', '57P02', '57P03', '57P05', '25P03', '25P04'];

/** The system's codes for a connection that broke or was not accepted. */
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

/**
 * Whether the database was busy or away, whatever the statement was. Other errors, even about its disk or memory, may be caused by this
 * statement, and then occur each time.
 */
export const isDatabaseDown = (error: unknown): boolean => error instanceof StorageBusyError || isLost(error);

/** The error of a caller that got no connection, so that nothing of what it wanted has been sent. */
export const asAway = (error: unknown): unknown =>
  isLost(error) || storageFaultOf(error) ? new StorageBusyError('AWAY_BUSY', error) : error;
