import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sendAnswers } from '#contract/send.ts';
import type { Config } from '#server/config.ts';
import { Refusal } from './refusal.ts';

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

/** Counts one thing for an address, or for another key; refuses with 429 and `Retry-After` when there was too much of it. */
export type Limiter = (address: string) => Promise<void>;

export interface Limiters {
  readonly requestsPerAddress: Limiter;
  readonly leadsPerAddress: Limiter;
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
}

/** The limits of the configuration's table, each counted on its own. */
export function createLimiters({ limits, pool, secretKey }: LimitersOptions): Limiters {
  const createLimiter = (name: keyof Config['limits']): Limiter => {
    const { times: points, perSeconds: duration } = limits[name];
    const memory = new RateLimiterMemory({ points, duration, keyPrefix: name });
    const limiter = pool
      ? new RateLimiterPostgres({
          storeClient: pool,
          storeType: 'pool',
          tableName: 'limits',
          tableCreated: true,
          points,
          duration,
          keyPrefix: name,
          // A database that fails must not let everybody in, nor shut everybody out.
          insuranceLimiter: memory,
        })
      : memory;
    return async (address) => {
      // An address is personal; the table holds a keyed hash of it.
      const key = createHmac('sha256', secretKey).update(addressKey(address)).digest('base64url');
      try {
        await limiter.consume(key);
      } catch (answer) {
        if (!(answer instanceof RateLimiterRes)) throw answer;
        const retryAfterS = Math.max(1, Math.ceil(answer.msBeforeNext / 1000));
        throw new Refusal(sendAnswers.tooMany, { 'retry-after': String(retryAfterS) });
      }
    };
  };
  return {
    requestsPerAddress: createLimiter('requestsPerAddress'),
    leadsPerAddress: createLimiter('leadsPerAddress'),
    agentRequestsPerSession: createLimiter('agentRequestsPerSession'),
    agentRequestsPerDealership: createLimiter('agentRequestsPerDealership'),
  };
}
