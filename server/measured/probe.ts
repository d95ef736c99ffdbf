import { get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server did not answer its own probe, or not with 200. */
export class ProbeFailedError extends Error {
  override name = 'ProbeFailedError';
}

/** The address at which a server can be called from its own machine. */
export function ownAddress({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Asks a server whether it can take a lead, down to the disk (`/readyz`), on a new connection.
 *
 * @param withinMs the time limit for the answer
 * @throws ProbeFailedError when the answer is not 200; the connection's error when there is no answer
 */
export const probeAddress = (address: string, withinMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs);
    get(`${address}/readyz`, { agent: false, signal }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve()
          : reject(new ProbeFailedError(`The server says ${response.statusCode}`)),
      );
    }).on('error', reject);
  });
