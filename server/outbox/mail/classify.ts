/** Judges a failed try: whether the message or the mail server is at fault, and whether the mail may have arrived. Pure. */
import type { SendStep } from '#contract/desk/messages.ts';
import type { Outcome } from '../retry-schedule.ts';

/** The fields of nodemailer's errors that matter here. */
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

/** The step at which a mail failed. */
export function stepOf({ code = '', originalCode = '', command = '', responseCode, message }: SmtpFailure): SmtpStep {
  const codes = [code, originalCode];
  if (codes.some((one) => lookUpCodes.includes(one))) return 'look-up';
  if (code === 'EAUTH') return 'login';
  if (codes.some((one) => tlsCodes.test(one))) return 'encryption';
  // The words are the system's only when the mail server answered nothing. A mail server may write anything.
  if (responseCode === undefined && /\b(TLS|SSL|certificate)\b/i.test(message)) return 'encryption';
  const byCommand = stepsByCommand.find(([pattern]) => pattern.test(command));
  if (byCommand) return byCommand[1];
  return responseCode !== undefined || /greeting/i.test(message) ? 'greeting' : 'connection';
}

/** Codes that refuse the account or the connection, whatever command they answer (RFC 4954 6). */
const accountCodes = new Set([530, 534, 535, 538]);

const longestReason = 500;

/** A text as one line for a person, cut to 500 characters and without characters that could move a terminal's cursor. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > longestReason ? `${line.slice(0, longestReason)}…` : line;
}

/**
 * Whether the refusal is about this one message. A refusal at the greeting, at the login or of our own sender address concerns every
 * message. Then somebody has to repair the mail server or the account, and no message may be given up.
 */
function concernsMessage({ code, command, response, responseCode = 0 }: SmtpFailure): boolean {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  // An answer without a code refuses nothing: something on the way wrote it, or the mail server is broken.
  if (response && !responseCode) return false;
  return command !== 'MAIL FROM' && !accountCodes.has(responseCode);
}

/** Whether the server will answer the same to this message every time: 5yz. 503 is only about the order of commands (RFC 5321 4.2). */
const isPermanent = (code: number) => code >= 500 && code < 600 && code !== 503;

/**
 * The outcome of a failed try.
 *
 * @param handedOver whether the mail server had asked for the text (354) and began to get it. If it did not reply to the text, it may
 *   have taken the mail (RFC 1047).
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
