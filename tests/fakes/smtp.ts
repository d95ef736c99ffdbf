/**
 * A mail server for tests. It speaks real SMTP on a loopback port, keeps the mails that it receives so that tests can read them,
 * and misbehaves when a test asks for it.
 */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** The stages of a conversation at which the server can answer with another code. */
export type Stage = 'greeting' | 'login' | 'sender' | 'recipient' | 'data';

export type Fault =
  /** Nothing listens on the port. */
  | { readonly kind: 'refuse' }
  | { readonly kind: 'reply'; readonly at: Stage; readonly code: number; readonly text?: string }
  /** The connection ends, either while the mail arrives or after all of it arrived and before the reply. */
  | { readonly kind: 'cut'; readonly at: 'mid-data' | 'after-data' }
  /** The server says nothing for a while, and then goes on as usual. */
  | { readonly kind: 'silent'; readonly at: Stage; readonly forMs: number };

interface Misbehaviour {
  /** How many times the fault happens. When absent: until `repair`. */
  readonly times?: number;
  /** Limits the fault to mail to this address. Works only for faults at `recipient` or a later stage. */
  readonly recipient?: string;
}

export interface ReceivedMail {
  /** The sender in the envelope; `to` has its recipients. */
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly parsed: Email;
  /** Whether the server told the sender that the mail arrived. */
  readonly acknowledged: boolean;
  readonly receivedAt: Date;
}

export interface FakeSmtp {
  readonly port: number;
  readonly url: string;
  /** Every mail that arrived whole, oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** How many connections came in. */
  readonly connections: () => number;
  /** The passwords that clients sent, refused ones included. */
  readonly logins: () => readonly string[];
  /** How many conversations wait for an answer that a `silent` fault delays. */
  readonly waiting: () => number;
  misbehave(fault: Fault, how?: Misbehaviour): Promise<void>;
  repair(): Promise<void>;
  clear(): void;
  /**
   * Resolves with the matching mails as soon as there are `count` of them. Rejects after `timeoutMs` with an error that says what
   * arrived.
   */
  waitFor(count: number, matches?: (mail: ReceivedMail) => boolean, timeoutMs?: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

type Done = (error?: Error | null) => void;
type Rule = { fault: Exclude<Fault, { kind: 'refuse' }>; recipient: string | undefined; left: number };

const host = '127.0.0.1';

const refusal = (code: number, text = 'told to refuse') => Object.assign(new Error(text), { responseCode: code });

/** Starts a mail server on a free loopback port, or on `port`. */
export async function startFakeSmtp({ port = 0 }: { port?: number } = {}): Promise<FakeSmtp> {
  const mails: ReceivedMail[] = [];
  const sockets = new Map<number, Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const watchers = new Set<() => void>();
  const logins: string[] = [];
  let rules: Rule[] = [];
  let connections = 0;

  function takeRule(at: Rule['fault']['at'], recipients: readonly string[] = []): Rule['fault'] | undefined {
    const rule = rules.find(
      ({ fault, left, recipient }) => left > 0 && fault.at === at && (!recipient || recipients.includes(recipient)),
    );
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  function later(forMs: number, then: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      then();
    }, forMs);
    timers.add(timer);
  }

  /** Continues the conversation, with the fault that is set for this stage, if any. */
  function pass(at: Stage, done: Done, recipients?: readonly string[]) {
    const fault = takeRule(at, recipients);
    if (fault?.kind === 'reply') return done(refusal(fault.code, fault.text));
    if (fault?.kind === 'silent') return later(fault.forMs, () => done());
    return done();
  }

  const hangUp = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy();

  async function receive(chunks: Buffer[], { envelope }: SMTPServerSession, acknowledged: boolean) {
    const raw = Buffer.concat(chunks);
    mails.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address),
      raw: raw.toString(),
      parsed: await PostalMime.parse(raw),
      acknowledged,
      receivedAt: new Date(),
    });
    for (const look of watchers) look();
  }

  function listen(onPort: number): SMTPServer {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      authMethods: ['PLAIN'],
      disableReverseLookup: true,
      socketTimeout: 600_000,
      closeTimeout: 100,
      logger: false,
      onConnect: (_session, done) => pass('greeting', done),
      onAuth: (auth, _session, done) => {
        logins.push(auth.password ?? '');
        pass('login', (error) => (error ? done(error) : done(null, { user: auth })));
      },
      onMailFrom: (_address, _session, done) => pass('sender', done),
      onRcptTo: ({ address }, _session, done) => pass('recipient', done, [address]),
      onData(stream, session, done) {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const chunks: Buffer[] = [];
        const cutMidData = takeRule('mid-data', recipients) !== undefined;
        stream.on('data', (chunk: Buffer) => {
          if (cutMidData) hangUp(session);
          else chunks.push(chunk);
        });
        stream.on('end', () => {
          if (cutMidData) return;
          if (takeRule('after-data', recipients)) {
            void receive(chunks, session, false).then(() => hangUp(session));
            return;
          }
          pass(
            'data',
            (error) => {
              if (error) done(error);
              else void receive(chunks, session, true).then(() => done(), done);
            },
            recipients,
          );
        });
      },
    });
    // Clients that leave in mid-conversation are part of these tests, so their errors are expected.
    server.on('error', () => {});
    server.server.on('connection', (socket: Socket) => {
      connections += 1;
      const key = socket.remotePort ?? 0;
      sockets.set(key, socket);
      socket.once('close', () => sockets.delete(key));
    });
    server.listen(onPort, host);
    return server;
  }

  async function shut(server: SMTPServer) {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const socket of sockets.values()) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  let server: SMTPServer | undefined = listen(port);
  await once(server.server, 'listening');
  const bound = (server.server.address() as AddressInfo).port;

  return {
    port: bound,
    url: `smtp://${host}:${bound}`,
    mails,
    connections: () => connections,
    logins: () => logins,
    waiting: () => timers.size,
    async misbehave(fault, { times = Number.POSITIVE_INFINITY, recipient } = {}) {
      if (fault.kind !== 'refuse') {
        rules.push({ fault, recipient, left: times });
        return;
      }
      if (server) await shut(server);
      server = undefined;
    },
    async repair() {
      rules = [];
      if (server) return;
      server = listen(bound);
      await once(server.server, 'listening');
    },
    clear() {
      mails.length = 0;
      logins.length = 0;
    },
    waitFor(count, matches = () => true, timeoutMs = 10_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(look);
          const subjects = mails.map(({ parsed, to }) => `${to.join()}: ${parsed.subject}`).join('\n') || 'nothing';
          reject(new Error(`Expected ${count} mails within ${timeoutMs} ms; what came:\n${subjects}`));
        }, timeoutMs);
        const look = () => {
          const found = mails.filter(matches);
          if (found.length < count) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      });
    },
    async stop() {
      if (server) await shut(server);
      server = undefined;
    },
  };
}
