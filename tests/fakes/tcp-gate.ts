/** A gate in front of a server's port. A test can open it, shut it, or make it silent. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpGate {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Lets new connections through again, and also those that `silence` held back. */
  open(): Promise<void>;
  /** Passes no data on and ends no connection, as a network that loses every packet. */
  silence(): void;
  /** Ends the next connection on which this text passes, before it is passed on: from the client, or from the server. */
  cutBefore(text: string, from: 'client' | 'server'): void;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

export async function startTcpGate(target: { readonly host: string; readonly port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let silent = false;
  let cut: { readonly text: string; readonly from: 'client' | 'server' } | undefined;
  let port = 0;

  function passOn(from: Socket, to: Socket, side: 'client' | 'server'): void {
    sockets.add(from);
    from.on('data', (chunk) => {
      if (cut?.from === side && chunk.includes(cut.text)) {
        cut = undefined;
        from.destroy();
        to.destroy();
      } else to.write(chunk);
    });
    from.on('end', () => void to.end());
    from.on('error', () => void to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (silent) from.pause();
  }

  // Without Nagle's algorithm, as the database's own client: it holds a small message back until the one before it is confirmed, 40 ms.
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ ...target, noDelay: true });
    passOn(client, upstream, 'client');
    passOn(upstream, client, 'server');
  });

  async function open(): Promise<void> {
    silent = false;
    for (const socket of sockets) socket.resume();
    if (server.listening) return;
    await once(server.listen(port, host), 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function shut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server.close(), 'close');
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  await open();
  return {
    get port() {
      return port;
    },
    open,
    shut,
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    cutBefore(text, from) {
      cut = { text, from };
    },
    stop: shut,
  };
}
