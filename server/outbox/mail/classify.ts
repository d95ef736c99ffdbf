/** What a failed try means: whether the message or the mail server is at fault, and whether it may have arrived. Pure. */
import type { Outcome } from '../retry-schedule.ts';

/** What nodemailer rejects with, as far as it matters here. */
export interface SmtpFailure {
  readonly message: string;
  readonly code?: string;
  /** The system's own code, such as ECONNREFUSED. */
  readonly originalCode?: string;
  /** The command that was answered: `RCPT TO`, `DATA`, `AUTH PLAIN`, `CONN`. */
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Refusals of the account or of the connection, whichever command they answer (RFC 4954 6). */
const accountCodes = new Set([530, 534, 535, 538]);

const longestReason = 500;

/** One line for a person, without what could move a terminal's cursor. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}

/**
 * Whether the refusal is about this one message. What is refused at the greeting, at the login or for our own sender
 * address would be refused for every message: that is a mail server or an account to be mended, and no message may be
 * given up for it.
 */
function concernsMessage({ code, command, responseCode = 0 }: SmtpFailure): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return command !== 'MAIL FROM' && !accountCodes.has(responseCode);
}

/** 5yz will be answered again to the same message; 503 is about the order of commands (RFC 5321 4.2). */
const isPermanent = (code: number) => code >= 500 && code < 600 && code !== 503;

/**
 * Reads a failure.
 *
 * @param handedOver whether the mail server had asked for the text (354) and began to get it. Without a reply to it the
 *   mail may have been taken (RFC 1047).
 */
export function classify(failure: SmtpFailure, handedOver: boolean): Exclude<Outcome, { kind: 'sent' }> {
  const { responseCode, response, command } = failure;
  if (responseCode) {
    const kind = isPermanent(responseCode) && concernsMessage(failure) ? 'permanent' : 'retry';
    const where = command && command !== 'CONN' ? ` to ${command}` : '';
    return {
      kind,
      code: `SMTP ${responseCode}`,
      reason: `The mail server answered${where}: ${oneLine(response ?? failure.message)}`,
    };
  }
  const code = failure.originalCode ?? failure.code ?? 'UNKNOWN';
  const reason = `${oneLine(failure.message)} (${code})`;
  if (handedOver) {
    return {
      kind: 'unsure',
      code,
      reason: `The connection ended before the mail server confirmed the mail: ${reason}`,
    };
  }
  return { kind: concernsMessage(failure) ? 'permanent' : 'retry', code, reason };
}
