/**
 * A pooler before PostgreSQL that lends each transaction another connection, as PgBouncer does with `pool_mode = transaction`: its
 * clients get each other's settings and locks. It needs a database that asks for no password.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Types of messages ("Message Formats" of PostgreSQL). Each of the first two is answered by one `readyForQuery`. */
const [query, sync, readyForQuery, terminate] = ['Q', 'S', 'Z', 'X'].map((type) => type.charCodeAt(0));
const idle = 'I'.charCodeAt(0);

/** Splits a stream into messages. The first one of a client has no type. */
function readMessages(socket: Socket, onMessage: (message: Buffer) => void, hasStartup = false): void {
  let rest = Buffer.alloc(0);
  let isFirst = hasStartup;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const before = isFirst ? 0 : 1;
      if (rest.length < before + 4) return;
      const length = before + rest.readUInt32BE(before);
      if (rest.length < length) return;
      isFirst = false;
      onMessage(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  });
}

/** The pooler's one connection to the database. */
interface Lent {
  readonly socket: Socket;
  /** What the database said at the login. Every client is told the same. */
  readonly greeting: Promise<Buffer>;
  /** Whose transaction runs on it. */
  client: Socket | undefined;
  /** How many answers the client still waits for. */
  owed: number;
}

/** Connects to the database with a client's own words. `onFree` is called after each transaction. */
function openLent(target: { host: string; port: number }, startup: Buffer, onFree: () => void): Lent {
  const socket = connect(target);
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const lent: Lent = { socket, greeting: promise, client: undefined, owed: 0 };
  let greeting: Buffer | undefined = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.write(startup);
  readMessages(socket, (message) => {
    const isReady = message[0] === readyForQuery;
    if (greeting) {
      greeting = Buffer.concat([greeting, message]);
      if (!isReady) return;
      resolve(greeting);
      greeting = undefined;
      return;
    }
    lent.client?.write(message);
    if (isReady) lent.owed -= 1;
    if (!isReady || lent.owed > 0 || message[5] !== idle) return;
    lent.client = undefined;
    onFree();
  });
  return lent;
}

/**
 * Starts a pooler.
 *
 * @returns the address of the database through the pooler
 */
export async function startTransactionPooler(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  /** What clients sent while the connection was another one's. */
  const waiting = new Map<Socket, Buffer[]>();
  let lent: Lent | undefined;

  const send = (to: Lent, message: Buffer) => {
    if (message[0] === query || message[0] === sync) to.owed += 1;
    to.socket.write(message);
  };
  const giveOn = () => {
    const [next] = waiting;
    if (!lent || lent.client || !next) return;
    const [client, messages] = next;
    waiting.delete(client);
    lent.client = client;
    for (const message of messages) send(lent, message);
  };

  const server = createServer((client) => {
    let isKnown = false;
    client.on('error', () => {});
    const hear = (message: Buffer) => {
      if (!isKnown) {
        isKnown = true;
        lent ??= openLent(target, message, giveOn);
        void lent.greeting.then((greeting) => client.write(greeting));
      } else if (message[0] === terminate) client.end();
      else if (lent?.client === client) send(lent, message);
      else {
        waiting.set(client, [...(waiting.get(client) ?? []), message]);
        giveOn();
      }
    };
    readMessages(client, hear, true);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    lent?.socket.destroy();
    server.close();
  });
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}
