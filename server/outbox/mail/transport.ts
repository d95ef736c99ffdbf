import { createTransport } from 'nodemailer';
import { isOneAddress } from '#server/mail-address.ts';
import { createDeadline, type Deadline } from '../deadline.ts';
import type { Transport } from '../worker.ts';
import { classify, oneLine, type SmtpFailure } from './classify.ts';
import type { MailContent } from './letter.ts';

/** One mail to one person. A visitor's words are only in `text` and `html`, apart from a cleaned name in the subject. */
export interface Mail extends MailContent {
  /** The id of the message's row. It makes the Message-ID, which is the same in every try, so that a mail which arrives twice is recognised. */
  readonly id: string;
  /** Exactly one address. */
  readonly to: string;
}

export type MailTransport = Transport<Mail>;

export interface SmtpTimeouts {
  /** The limit for looking up the name, and for connecting until the TLS handshake is done. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /**
   * The longest silence of the mail server after it has the text. Before that it counts on top of connecting and greeting. A slow virus scan
   * of the text is normal, and giving up too early sends the mail twice.
   */
  readonly silenceMs: number;
  /** The limit for one mail altogether, also with a server that answers slowly and never stops. */
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
  /** Whether the connection must be encrypted before anything is sent. Then a server without STARTTLS is not used. */
  readonly requireTls?: boolean;
  readonly from: { readonly name: string; readonly address: string };
  readonly connections?: number;
  readonly timeouts?: SmtpTimeouts;
}

/** The mail library's options for every connection. The library must not read files or URLs for a mail. */
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

/** The longest time that a timer can count, in milliseconds. */
const neverMs = 2 ** 31 - 1;

const silent: SmtpFailure = { message: 'The mail server took too long', code: 'ETIMEDOUT' };

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
    // A connection that the server closed while it was idle is replaced once, without counting as a try.
    maxRequeues: 1,
    // The library's limit is switched off, because it aborts without reading what has arrived. Ours does not (`deadline.ts`).
    socketTimeout: neverMs,
  });
  // A mail was handed over if the connection began to read its text, which it does after the 354. The signal identifies a try here. A try
  // that moves to a new connection makes its text again, so a try may have several texts.
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
          reason: 'The recipient is not a valid e-mail address.',
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
