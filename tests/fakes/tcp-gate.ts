/** A gate in front of a server's port that a test opens, shuts, or lets fall silent. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpGate {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Lets new connections through again, and those that a silence held. */
  open(): Promise<void>;
  /** Passes nothing on and ends nothing, as when a network loses every packet. */
  silence(): void;
  stop(): Promise<void>;
}

const host = '127.0.0.1';

export async function startTcpGate(target: { readonly host: string; readonly port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let silent = false;
  let port = 0;

  function passOn(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (chunk) => void to.write(chunk));
    from.on('end', () => void to.end());
    from.on('error', () => void to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (silent) from.pause();
  }

  const server = createServer((client) => {
    const upstream = connect(target);
    passOn(client, upstream);
    passOn(upstream, client);
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
    stop: shut,
  };
}
