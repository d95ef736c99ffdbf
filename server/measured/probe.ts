import { get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server did not answer its own probe, or not well. */
export class ProbeFailedError extends Error {
  override name = 'ProbeFailedError';
}

/** Where a server that listens on an address can be asked from its own machine. */
export function ownAddress({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Asks a server whether it can take a lead, down to the disk (`/readyz`), by a connection of its own.
 *
 * @param withinMs a later answer is none
 * @throws ProbeFailedError when it says no; the connection's error when it says nothing
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
