/** What a failed try means: whether the message or the mail server is at fault, and whether it may have arrived. Pure. */
import type { SendStep } from '#contract/desk/messages.ts';
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

/** The steps of handing a mail over, in their order (RFC 5321 3). */
export type SmtpStep = Exclude<SendStep, 'answer' | 'writing'>;

const stepsByCommand: readonly (readonly [RegExp, SmtpStep])[] = [
  [/^AUTH/, 'login'],
  [/^STARTTLS/, 'encryption'],
  [/^(EHLO|HELO|LHLO)/, 'hello'],
  [/^MAIL FROM/, 'sender'],
  [/^RCPT TO/, 'recipient'],
  [/^DATA/, 'text'],
];

const lookUpCodes = ['EDNS', 'ENOTFOUND', 'EAI_AGAIN'];
const tlsCodes = /^(ETLS$|EPROTO$|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL)/;

/** At which step a mail failed. Pure. */
export function stepOf({ code = '', originalCode = '', command = '', responseCode, message }: SmtpFailure): SmtpStep {
  const codes = [code, originalCode];
  if (codes.some((one) => lookUpCodes.includes(one))) return 'look-up';
  if (code === 'EAUTH') return 'login';
  if (codes.some((one) => tlsCodes.test(one))) return 'encryption';
  // Words of the mail server prove nothing; those of the system, when nothing was answered, do.
  if (responseCode === undefined && /\b(TLS|SSL|certificate)\b/i.test(message)) return 'encryption';
  const byCommand = stepsByCommand.find(([pattern]) => pattern.test(command));
  if (byCommand) return byCommand[1];
  return responseCode !== undefined || /greeting/i.test(message) ? 'greeting' : 'connection';
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
  const step = stepOf(failure);
  if (responseCode) {
    const kind = isPermanent(responseCode) && concernsMessage(failure) ? 'permanent' : 'retry';
    const where = command && command !== 'CONN' ? ` to ${command}` : '';
    return {
      kind,
      step,
      code: `SMTP ${responseCode}`,
      reason: `The mail server answered${where}: ${oneLine(response ?? failure.message)}`,
    };
  }
  const code = failure.originalCode ?? failure.code ?? 'UNKNOWN';
  const reason = `${oneLine(failure.message)} (${code})`;
  if (handedOver) {
    return {
      kind: 'unsure',
      step: 'text',
      code,
      reason: `The connection ended before the mail server confirmed the mail: ${reason}`,
    };
  }
  return { kind: concernsMessage(failure) ? 'permanent' : 'retry', step, code, reason };
}
