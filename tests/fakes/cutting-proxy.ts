/** A proxy in front of a server that passes only a part of some answers on. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Cut {
  /** The part of the body that is passed on, from 0 to 1. */
  readonly at: number;
  /** True: the answer ends in order, with the length of its part. False: the connection breaks. */
  readonly inOrder: boolean;
}

export interface CuttingProxy {
  readonly url: string;
  /** Says for each request how its answer is cut off; undefined for not at all. */
  cut(choose: (request: IncomingMessage) => Cut | undefined): void;
  /** How many answers were cut off. */
  readonly cuts: number;
  stop(): Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  let choose: (request: IncomingMessage) => Cut | undefined = () => undefined;
  let cuts = 0;
  const proxy = createServer((asked, response) => {
    const { url, method, headers } = asked;
    const upstream = request({ hostname, port, path: url, method, headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray());
      const cut = choose(asked);
      const status = answer.statusCode ?? 502;
      if (!cut) {
        response.writeHead(status, answer.headers).end(body);
        return;
      }
      cuts += 1;
      const part = body.subarray(0, Math.floor(body.length * cut.at));
      if (cut.inOrder) {
        response.writeHead(status, { ...answer.headers, 'content-length': part.length }).end(part);
      } else {
        response.writeHead(status, answer.headers).write(part, () => setTimeout(() => response.destroy(), 50));
      }
    });
    upstream.on('error', () => response.destroy());
    asked.pipe(upstream);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut(next) {
      choose = next;
    },
    get cuts() {
      return cuts;
    },
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
