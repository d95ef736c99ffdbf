/** Sends one mail by hand, to see whether the mail server takes mail, and at which step it does not. */
import { createTransport } from 'nodemailer';
import { oneLine, type SmtpFailure, type SmtpStep, stepOf } from './classify.ts';
import { connectionOptions, type SmtpOptions, type SmtpTimeouts } from './transport.ts';

/** These are shorter than the worker's, because a person waits for the answer. */
const testTimeouts: SmtpTimeouts = { connectMs: 10_000, greetingMs: 15_000, silenceMs: 30_000, mailMs: 60_000 };

type TestMailResult =
  | { readonly taken: true; readonly said: string }
  | {
      readonly taken: false;
      readonly step: SmtpStep;
      /** The mail server's answer; without one, the system's error. */
      readonly said: string;
      /** What a person can do about it. */
      readonly advice: string;
    };

const advices: Record<SmtpStep, string> = {
  'look-up': 'Check the host name in SMTP_URL.',
  connection: 'Check host and port in SMTP_URL, and that a firewall lets this machine reach them.',
  greeting: 'The server does not serve this machine, or another program listens on that port: check host and port.',
  encryption:
    'Use smtps:// for a port that begins with TLS (465) and smtp:// for one with STARTTLS (587). A password goes without TLS only to a host in UNENCRYPTED_HOSTS.',
  hello: 'Ask the mail provider why it refuses this machine.',
  login: 'Check user and password in SMTP_URL; percent-encode every character that is not a letter or digit.',
  sender: 'Check MAIL_FROM: the account must be allowed to send from it.',
  recipient: 'Check the address that the test goes to.',
  text: 'The server refuses mails with this sender or these words: ask the mail provider.',
};

const badCertificate =
  'The certificate of the mail server is refused. SMTP_URL must name the host that the certificate is for, and one that has expired must be renewed by whoever runs the server. ' +
  'For one of your own authority set NODE_EXTRA_CA_CERTS=/path/ca.pem in the environment of the server and of the commands; in .env it has no effect.';

/**
 * What a person can do about a mail that is not taken.
 *
 * @param said the mail server's answer; without one, the system's error
 */
export function smtpAdvice(step: SmtpStep, said: string): string {
  if (/^4\d\d\b/.test(said)) {
    return `The answer begins with 4: the server refuses the mail only for now. Wait, and test again in some minutes. If it stays so: ${advices[step]}`;
  }
  if (step === 'text' && !/^5\d\d\b/.test(said)) {
    return 'The connection ended while the mail was handed over, so it may have arrived. Look for it, and test again.';
  }
  // Node's and OpenSSL's words for every certificate that is refused.
  if (step === 'encryption' && /\bcertificate\b/i.test(said)) return badCertificate;
  return advices[step];
}

/**
 * Sends one mail over a connection of its own.
 *
 * @param to one e-mail address
 */
export async function sendTestMail(
  smtp: Omit<SmtpOptions, 'connections'>,
  to: string,
  mail: { readonly subject: string; readonly text: string },
): Promise<TestMailResult> {
  const transporter = createTransport(connectionOptions({ timeouts: testTimeouts, ...smtp }));
  let text: { readonly readableDidRead: boolean } | undefined;
  transporter.use('stream', ({ message }, done) => {
    message.processFunc((stream) => {
      text = stream;
      return stream;
    });
    done();
  });
  try {
    const { response } = await transporter.sendMail({
      from: { ...smtp.from },
      to: { name: '', address: to },
      envelope: { from: smtp.from.address, to: [to] },
      ...mail,
    });
    return { taken: true, said: oneLine(response) };
  } catch (error) {
    const failure = error as SmtpFailure;
    // The text is read after the server asked for it (354). Without an answer to it, nodemailer names the connection.
    const step = text?.readableDidRead && failure.response === undefined ? 'text' : stepOf(failure);
    const said = oneLine(failure.response ?? failure.message);
    return { taken: false, step, said, advice: smtpAdvice(step, said) };
  } finally {
    transporter.close();
  }
}
