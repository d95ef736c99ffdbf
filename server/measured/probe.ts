import { get } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server answered its own probe, and not with 200. */
class ProbeFailedError extends Error {
  override name = 'ProbeFailedError';
  /** The log has an error's code, and not its message. */
  readonly code: string;
  constructor(status: number | undefined) {
    super(`The server says ${status}`);
    this.code = `HTTP_${status}`;
  }
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
        response.statusCode === 200 ? resolve() : reject(new ProbeFailedError(response.statusCode)),
      );
    }).on('error', reject);
  });
