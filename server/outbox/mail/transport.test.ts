import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeSmtp, type Fault, type Stage, startFakeSmtp } from '../../../tests/fakes/smtp.ts';
import { createSmtpTransport, type Mail, type MailTransport, type SmtpTimeouts } from './transport.ts';

const timeouts: SmtpTimeouts = { connectMs: 400, greetingMs: 400, silenceMs: 400, mailMs: 5000 };
const from = { name: 'Boxline', address: 'desk@boxline.example' };

const mail: Mail = {
  id: '0b8f1c52-6a0e-4b7e-9d55-3f6a9e0a7c11',
  to: 'office@dealer.example',
  subject: 'Dealer inquiry BX-7K2M-90QF',
  text: 'Plain words.\n',
  html: '<p>Plain words.</p>',
  autoSubmitted: false,
};

/** What a mail that was taken comes to. */
const taken = { kind: 'sent', said: expect.stringMatching(/^250 /) };

/** Starts a mail server that takes everything, but answers a line with other words where `instead` has some. Resolves to its port. */
async function startAnswering(instead: (line: string) => string | undefined): Promise<number> {
  const server = createServer((socket) => {
    let isText = false;
    const say = (line: string, usual: string) => socket.write(`${instead(line) ?? usual}\r\n`);
    say('', '220 mail.example');
    createInterface(socket).on('line', (line) => {
      if (isText && line !== '.') return;
      isText = line.startsWith('DATA');
      say(line, isText ? '354 go on' : '250 taken');
    });
    socket.on('error', () => {});
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

let smtp: FakeSmtp;
let transport: MailTransport;

beforeAll(async () => {
  smtp = await startFakeSmtp();
  transport = createSmtpTransport({ url: smtp.url, from, timeouts });
});
afterEach(async () => {
  await smtp.repair();
  smtp.clear();
});
afterAll(async () => {
  transport.close();
  await smtp.stop();
});

describe('a mail as it arrives', () => {
  it('has text and HTML, our sender and a Message-ID that stays the same', async () => {
    expect(await transport.send(mail)).toEqual(taken);
    expect(await transport.send(mail)).toEqual(taken);
    const [first, second] = smtp.mails;
    expect(first?.parsed).toMatchObject({
      messageId: `<${mail.id}@boxline.example>`,
      from: { name: 'Boxline', address: 'desk@boxline.example' },
      to: [{ address: 'office@dealer.example' }],
      subject: mail.subject,
    });
    expect(first?.parsed.text).toContain('Plain words.');
    expect(first?.parsed.html).toContain('<p>Plain words.</p>');
    expect(second?.parsed.messageId).toBe(first?.parsed.messageId);
    expect(first?.parsed.headers.map(({ key }) => key)).not.toContain('auto-submitted');
  });

  it('is from one sender, whatever our name is', async () => {
    const name = 'Boxline, Finance & "Insurance" <Desk>';
    const named = createSmtpTransport({ url: smtp.url, from: { ...from, name }, timeouts });
    expect(await named.send(mail)).toEqual(taken);
    named.close();
    expect(smtp.mails[0]?.parsed.from).toEqual({ name, address: from.address });
  });

  it('says that it was sent by a machine when it answers a form (RFC 3834)', async () => {
    await transport.send({ ...mail, autoSubmitted: true });
    expect(smtp.mails[0]?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  it('uses one connection again and again', async () => {
    const before = smtp.connections();
    for (let n = 0; n < 5; n++) await transport.send(mail);
    expect(smtp.connections() - before).toBeLessThanOrEqual(1);
  });
});

describe('addresses that a visitor typed', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'a@x.example, b@y.example',
      'a@x.example\r\nBcc: b@y.example',
      'a@x.example> RCPT TO:<b@y.example',
      '"a@x.example" <b@y.example>',
      'group: a@x.example, b@y.example;',
      'a@x.example b@y.example',
      'a@b@c.example',
      '',
    ),
  );

  it('never become a second recipient or a second header', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, async (typed) => {
        smtp.clear();
        await transport.send({ ...mail, replyTo: typed });
        const [arrived] = smtp.mails;
        expect(arrived?.to).toEqual([mail.to]);
        const keys = arrived?.parsed.headers.map(({ key }) => key) ?? [];
        expect(keys.filter((key) => !known.has(key))).toEqual([]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(nasty, async (typed) => {
        smtp.clear();
        const result = await transport.send({ ...mail, to: typed });
        expect(smtp.mails.every(({ to }) => to.length === 1)).toBe(true);
        if (result.kind !== 'sent') expect(smtp.mails).toHaveLength(0);
      }),
      { numRuns: 60 },
    );
  });
  const known = new Set(
    ['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'content-type'].concat(
      'content-transfer-encoding',
    ),
  );

  it('are refused for good when they are not one address', async () => {
    expect(await transport.send({ ...mail, to: 'a@x.example, b@y.example' })).toMatchObject({ kind: 'permanent' });
    expect(smtp.mails).toHaveLength(0);
  });
});

describe('a mail server that misbehaves', () => {
  // A machine that is busy for less than these says everything in time.
  const patient = { ...timeouts, connectMs: 10_000, greetingMs: 10_000, silenceMs: 10_000, mailMs: 30_000 };
  const brief = { ...timeouts, connectMs: 2000, greetingMs: 2000, silenceMs: 2000 };
  const reply = (at: Stage, code: number): Fault => ({ kind: 'reply', at, code, text: 'office@dealer.example no' });

  /** What a mail comes to that is sent while the server misbehaves. The next one is taken. */
  async function expectThenTaken(
    fault: Fault,
    expected: { readonly kind: string; readonly code: string },
    given = patient,
  ): Promise<void> {
    const fresh = createSmtpTransport({ url: smtp.url, from, timeouts: given });
    try {
      await smtp.misbehave(fault);
      expect(await fresh.send(mail)).toMatchObject(expected);
      await smtp.repair();
      expect(await fresh.send(mail)).toEqual(taken);
    } finally {
      fresh.close();
    }
  }

  it.each<[string, Fault, string, string]>([
    ['refuses connections', { kind: 'refuse' }, 'retry', 'ECONNREFUSED'],
    ['is closing (421) at the greeting', reply('greeting', 421), 'retry', 'SMTP 421'],
    ['does not want us (554) at the greeting', reply('greeting', 554), 'retry', 'SMTP 554'],
    ['has a local error (451) at the sender', reply('sender', 451), 'retry', 'SMTP 451'],
    ['refuses our own address (550)', reply('sender', 550), 'retry', 'SMTP 550'],
    ['asks for a login (530) at the recipient', reply('recipient', 530), 'retry', 'SMTP 530'],
    ['has a local error (451) at the recipient', reply('recipient', 451), 'retry', 'SMTP 451'],
    ['knows no such recipient (550)', reply('recipient', 550), 'permanent', 'SMTP 550'],
    ['closes (421) after the text', reply('data', 421), 'retry', 'SMTP 421'],
    ['has a local error (451) after the text', reply('data', 451), 'retry', 'SMTP 451'],
    ['refuses the text (554)', reply('data', 554), 'permanent', 'SMTP 554'],
    ['cuts in mid-text', { kind: 'cut', at: 'mid-data' }, 'unsure', 'ECONNECTION'],
    ['cuts after the text', { kind: 'cut', at: 'after-data' }, 'unsure', 'ECONNECTION'],
  ])('%s', (_how, fault, kind, code) => expectThenTaken(fault, { kind, code }));

  it.each([
    ['RCPT', 'retry', 'recipient'],
    ['DATA', 'retry', 'text'],
    ['.', 'unsure', 'text'],
  ])(
    'R987 answers something to %s that is no answer of a mail server: the mail is not given up',
    async (command, kind, step) => {
      const port = await startAnswering((line) => (line.startsWith(command) ? 'Service Unavailable' : undefined));
      const fresh = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from, timeouts: patient });
      onTestFinished(() => fresh.close());
      expect(await fresh.send(mail)).toMatchObject({
        kind,
        step,
        reason: expect.stringContaining('Service Unavailable'),
      });
    },
  );

  it.each([
    ['at the greeting', 'greeting', 'retry'],
    ['at the recipient', 'recipient', 'retry'],
    ['after the text', 'data', 'unsure'],
  ] as const)('is silent %s', (_when, at, kind) =>
    expectThenTaken({ kind: 'silent', at, forMs: 10_000 }, { kind, code: 'ETIMEDOUT' }, brief),
  );

  it('refuses our login (535): the account is wrong, not the message', async () => {
    const account = createSmtpTransport({ url: smtp.url.replace('//', '//desk:wrong@'), from, timeouts });
    await smtp.misbehave(reply('login', 535));
    expect(await account.send(mail)).toMatchObject({ kind: 'retry', code: 'SMTP 535' });
    account.close();
  });

  it('R64 offers no TLS although a password needs it: neither the login nor the mail is said', async () => {
    const account = createSmtpTransport({
      url: smtp.url.replace('//', '//desk:secret@'),
      requireTls: true,
      from,
      timeouts,
    });
    expect(await account.send(mail)).toMatchObject({ kind: 'retry', reason: expect.stringContaining('STARTTLS') });
    expect(smtp.logins()).toEqual([]);
    expect(smtp.mails).toEqual([]);
    account.close();
  });

  it('closed an idle connection: the mail goes out over another one', async () => {
    await transport.send(mail);
    await smtp.misbehave({ kind: 'refuse' });
    await smtp.repair();
    expect(await transport.send(mail)).toEqual(taken);
  });

  it('names no address in what goes to the log', async () => {
    await smtp.misbehave(reply('recipient', 550));
    const result = await transport.send(mail);
    expect(result).toMatchObject({ reason: expect.stringContaining('office@dealer.example') });
    expect('code' in result && result.code).toBe('SMTP 550');
  });
});

describe('giving up', () => {
  /** Sends a mail and gives up as soon as the mail server is silent at this stage. */
  async function giveUpAt(at: 'recipient' | 'data') {
    await smtp.misbehave({ kind: 'silent', at, forMs: 60_000 });
    const interruption = new AbortController();
    const before = smtp.waiting();
    const sending = transport.send(mail, interruption.signal);
    await expect.poll(smtp.waiting, { interval: 5 }).toBe(before + 1);
    interruption.abort();
    return sending;
  }

  it('is no try before the text was handed over', async () => {
    expect(await giveUpAt('recipient')).toEqual({ kind: 'interrupted' });
    expect(smtp.mails).toHaveLength(0);
  });

  it('is unsure after the text was handed over', async () => {
    expect(await giveUpAt('data')).toMatchObject({ kind: 'unsure' });
  });
});
