import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';

/** One connection to a server, byte by byte, for what no HTTP library would send. */
interface RawConnection {
  readonly socket: Socket;
  /** Writes, and resolves when the system has taken everything. It waits while the other side does not read. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Everything that the server sent until it ended the connection. Rejects with the connection's error. */
  all(): Promise<string>;
  /** Everything that the server has sent, as soon as it matches. */
  until(pattern: RegExp): Promise<string>;
}

/** Makes an app listen on a free port. Resolves to the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(origin).port);
}

/** Opens a connection that reads nothing before it is asked to. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let said = '';
  let failure: Error | undefined;
  socket.on('error', (error) => {
    failure = error;
  });
  await once(socket, 'connect');
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1');
  });
  socket.pause();
  return {
    socket,
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    async all() {
      socket.resume();
      if (!socket.readableEnded && !socket.destroyed) {
        await Promise.race([once(socket, 'end'), once(socket, 'close')]);
      }
      if (failure) throw failure;
      return said;
    },
    async until(pattern) {
      socket.resume();
      while (!pattern.test(said)) await once(socket, 'data');
      return said;
    },
  };
}

/** Sends bytes as they are, and reads until the server ends the connection. */
export async function exchangeRaw(port: number, bytes: string): Promise<string> {
  const connection = await openRaw(port);
  await connection.write(bytes);
  return connection.all();
}
