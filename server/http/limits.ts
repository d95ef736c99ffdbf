import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config, Limit } from '#server/config.ts';
import { createMemoryLimiter } from './memory-limiter.ts';

/**
 * The key that an address is counted under. An IPv6 customer has at least a /64, so its first four groups are the
 * address; an IPv4 address in IPv6 clothes counts as itself.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  const first = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(':')}::/64`;
}

/** Counts one thing for an address, or for another key. Resolves with 0 when there was room for it, otherwise with the milliseconds until there is. */
export type Limiter = (key: string) => Promise<number>;

export interface Limiters {
  readonly requestsPerAddress: Limiter;
  readonly leadsPerAddress: Limiter;
  /** Forms that are drawn again, with what is wrong with them, for a browser without script. */
  readonly formPagesPerAddress: Limiter;
  /** By the session's id. */
  readonly agentRequestsPerSession: Limiter;
  /** By the dealership's id. */
  readonly agentRequestsPerDealership: Limiter;
}

export interface LimitersOptions {
  readonly limits: Config['limits'];
  /** Replicas count together in PostgreSQL; without it one process counts in memory. */
  readonly pool?: Pool | undefined;
  readonly secretKey: string;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

/** Counts in the table `limits`, together with the other replicas; 0 when there was room, otherwise the milliseconds until there is. */
function createSharedLimiter(pool: Pool, name: string, { times: points, perSeconds: duration }: Limit) {
  const table = { storeClient: pool, storeType: 'pool', tableName: 'limits', tableCreated: true };
  const limiter = new RateLimiterPostgres({ ...table, points, duration, keyPrefix: name });
  async function take(key: string): Promise<number> {
    try {
      await limiter.consume(key);
      return 0;
    } catch (answer) {
      if (answer instanceof RateLimiterRes) return Math.max(1, answer.msBeforeNext);
      throw answer;
    }
  }
  return async (key: string): Promise<number> => {
    const waitMs = await take(key);
    if (waitMs <= duration * 1000) return waitMs;
    // No span is that long: it began while some server's clock was ahead.
    await limiter.delete(key);
    return take(key);
  };
}

/** The limits of the configuration's table, each counted on its own. */
export function createLimiters({ limits, pool, secretKey, clockMs }: LimitersOptions): Limiters {
  const createLimiter = (name: keyof Config['limits']): Limiter => {
    const memory = createMemoryLimiter(limits[name], clockMs);
    const shared = pool && createSharedLimiter(pool, name, limits[name]);
    return async (address) => {
      // An address is personal; memory and the table hold a keyed hash of it.
      const key = createHmac('sha256', secretKey).update(addressKey(address)).digest('base64url');
      // A database that fails must not let everybody in, nor shut everybody out.
      return shared ? shared(key).catch(() => memory.take(key)) : memory.take(key);
    };
  };
  return {
    requestsPerAddress: createLimiter('requestsPerAddress'),
    leadsPerAddress: createLimiter('leadsPerAddress'),
    formPagesPerAddress: createLimiter('formPagesPerAddress'),
    agentRequestsPerSession: createLimiter('agentRequestsPerSession'),
    agentRequestsPerDealership: createLimiter('agentRequestsPerDealership'),
  };
}
