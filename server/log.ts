import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { storageFaultOf } from './database/open.ts';

/**
 * An error without its message: a library's message may quote the values that it failed on, and contents are never logged. The
 * name, the code and the stack say what happened. A database error also says what a person can do about it.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };
  const fault = storageFaultOf(error);
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const named = fault?.code ?? code;
  return {
    name: error.name,
    ...(typeof named === 'string' && { code: named }),
    ...(typeof errcode === 'number' && { errcode }),
    ...(fault?.words && { help: fault.words }),
    stack: stackLinesOf(error),
  };
}

/** The stack without the message, whose lines may look like those of the stack. */
function stackLinesOf({ stack = '', message }: Error): string[] {
  const messageAt = stack.indexOf(message);
  if (messageAt < 0) return [];
  const lines = stack.slice(messageAt + message.length).split('\n');
  return lines.flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));
}

/** The log: one JSON line for each event, with ids and never with contents. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>, destination: DestinationStream): Logger =>
  pino({ level: logLevel, base: null, serializers: { err: describeError } }, destination);
