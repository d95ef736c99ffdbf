/** Looks up the addresses of names. */
import { lookup, Resolver } from 'node:dns/promises';
import type { Targets } from './targets.ts';

/** Resolves to the addresses of a name, an empty list when it has none. Rejects when the look-up failed. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const timeoutMs = 2500;

/** The codes for a name that does not exist, and for a name without addresses of this family. */
const hasNone = ['ENOTFOUND', 'ENODATA'];

/**
 * Asks the name servers, for a limited time. The platform's own look-up takes a thread of a pool of four for each name that hangs, and the
 * mails need that pool. So only names of the configuration go through it, because they may be in the hosts file. Such a name without
 * addresses rejects.
 */
export function createResolver(targets: Targets): Resolve {
  return async (host, signal) => {
    if (targets.isAllowedName(host)) return (await lookup(host, { all: true })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const found = families.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
      if (found.length > 0) return found;
      for (const one of families) {
        if (one.status === 'rejected' && !hasNone.includes((one.reason as { code: string }).code)) throw one.reason;
      }
      return [];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}
