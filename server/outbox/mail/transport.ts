import { createTransport } from 'nodemailer';
import { isOneAddress } from '#server/mail-address.ts';
import { createDeadline, type Deadline } from '../deadline.ts';
import type { SendResult } from '../retry-schedule.ts';
import { classify, oneLine, type SmtpFailure } from './classify.ts';
import type { MailContent } from './letter.ts';

/** One mail to one person. Subject and texts are ours; what a visitor typed is only ever in `text` and `html`. */
export interface Mail extends MailContent {
  /** The id of the message's row. Every try carries the same Message-ID, so a mail that arrives twice can be told. */
  readonly id: string;
  /** Exactly one address. */
  readonly to: string;
}

export interface MailTransport {
  /** Never rejects: whatever happens is a result. */
  send(mail: Mail, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export interface SmtpTimeouts {
  /** From the name's look-up to the end of the TLS handshake. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /**
   * Without a word from the mail server: before it asks for the text, on top of connecting and greeting, and after it has
   * the text. A slow virus scan after the text is normal, and giving up too early sends the mail twice.
   */
  readonly silenceMs: number;
  /** One mail altogether, also from a server that says a little now and then. */
  readonly mailMs: number;
}

const smtpTimeouts: SmtpTimeouts = {
  connectMs: 20_000,
  greetingMs: 30_000,
  silenceMs: 120_000,
  mailMs: 300_000,
};

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with the account in it when there is one. */
  readonly url: string;
  /** The connection must be encrypted before anything is said; a server without STARTTLS is not used. */
  readonly requireTls?: boolean;
  readonly from: { readonly name: string; readonly address: string };
  readonly connections?: number;
  readonly timeouts?: SmtpTimeouts;
}

/** What the mail library is told about every connection. Nothing is read from files or addresses for a mail. */
export const connectionOptions = ({ url, requireTls = false, timeouts = smtpTimeouts }: SmtpOptions) => ({
  url,
  ...(requireTls && { requireTLS: true }),
  connectionTimeout: timeouts.connectMs,
  dnsTimeout: timeouts.connectMs,
  greetingTimeout: timeouts.greetingMs,
  socketTimeout: timeouts.silenceMs,
  disableFileAccess: true,
  disableUrlAccess: true,
  logger: false,
});

/** The longest time that a timer can count. */
const neverMs = 2 ** 31 - 1;

const silent: SmtpFailure = { message: 'The mail server took too long', code: 'ETIMEDOUT' };

/** A try that is under way. */
interface Try {
  readonly silence: Deadline;
  readonly texts: { readonly readableDidRead: boolean }[];
}

/** Sends through a mail server over a few connections that stay open. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { from, connections = 3, timeouts = smtpTimeouts } = options;
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transporter = createTransport({
    ...connectionOptions(options),
    pool: true,
    maxConnections: connections,
    // One connection that the server closed while it was idle is replaced without counting as a try.
    maxRequeues: 1,
    // Our own limits read what has arrived before they strike; the library's do not.
    socketTimeout: neverMs,
  });
  // What was handed over is known by whether the connection began to read the text, which it does after the 354. The
  // signal is what identifies a try here; a try that moves to a fresh connection makes its text anew.
  const tries = new WeakMap<AbortSignal, Try>();
  transporter.use('stream', ({ message, data }, done) => {
    message.processFunc((text) => {
      const one = data.signal && tries.get(data.signal);
      one?.texts.push(text);
      text.once('end', () => one?.silence.restart(timeouts.silenceMs));
      return text;
    });
    done();
  });

  return {
    async send(mail, signal) {
      if (!isOneAddress(mail.to)) {
        return {
          kind: 'permanent',
          code: 'ADDRESS',
          step: 'recipient',
          reason: 'The recipient is not one e-mail address.',
        };
      }
      const whole = createDeadline(timeouts.mailMs);
      const silence = createDeadline(timeouts.connectMs + timeouts.greetingMs + timeouts.silenceMs);
      const tooLong = AbortSignal.any([whole.signal, silence.signal]);
      const thisTry = AbortSignal.any(signal ? [signal, tooLong] : [tooLong]);
      const texts: Try['texts'] = [];
      tries.set(thisTry, { silence, texts });
      try {
        const { response } = await transporter.sendMail({
          from: { ...from },
          to: { name: '', address: mail.to },
          envelope: { from: from.address, to: [mail.to] },
          ...(mail.replyTo && isOneAddress(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
          messageId: `<${mail.id}@${host}>`,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.autoSubmitted && {
            headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          }),
          signal: thisTry,
        });
        return { kind: 'sent', said: oneLine(response) };
      } catch (error) {
        const handedOver = texts.some(({ readableDidRead }) => readableDidRead);
        if (signal?.aborted && !handedOver) return { kind: 'interrupted' };
        const timedOut = tooLong.aborted && !signal?.aborted;
        return classify(timedOut ? silent : (error as SmtpFailure), handedOver);
      } finally {
        whole.clear();
        silence.clear();
      }
    },
    close: () => transporter.close(),
  };
}
