/** How often one address, one session or one dealership may do something. */
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import type { Config } from '#server/config.ts';
import { groupsOf, ipv4Of } from '#server/public-address.ts';
import { createRepeater, type Repeater } from '#server/repeat.ts';
import { createMemoryWindows, createSharedWindows } from './windows.ts';

/** An address without the port that some proxies add: `203.0.113.9:51034`, `[2001:db8::1]:51034`. */
const withoutPort = (written: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(written)?.[1] ?? written;

/**
 * The key by which an address is counted. An IPv6 customer has at least a /64, so only the first four groups count. An IPv4-mapped
 * IPv6 address counts as its IPv4 address, and a port is left out.
 */
export function addressKey(written: string): string {
  const address = withoutPort(written);
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  // An IPv4-mapped address, in either spelling (RFC 4291, 2.5.5.2).
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return ipv4Of(high, low);
  const first = groups.slice(0, 4).map((group) => group.toString(16));
  return `${first.join(':')}::/64`;
}

export interface Limiter {
  /** Counts one use of a key, such as an address. Resolves with 0 within the limit, else with the milliseconds until the next. */
  take(key: string): Promise<number>;
  /** Gives a use back that was counted and came to nothing. */
  giveBack(key: string): Promise<void>;
}

/** A use of one or more limits. */
interface Use {
  /** 0 when every limit allows the use, otherwise the milliseconds until it may be allowed. Then no limit counts it. */
  readonly waitMs: number;
  /** Does what was counted. When it fails, or makes nothing new, every limit gets the use back. */
  spend<Done>(work: () => Promise<Done>, isNew: (done: Done) => boolean): Promise<Done>;
}

/**
 * Counts a new lead or request. Only its transaction tells whether it is new, because a press may arrive twice at the same instant.
 * Then one of the two gives its use back; and if the limit refused it, it is still answered like the other (docs/decisions/0185).
 */
export type CountNew<Key extends unknown[] = []> = (...of: Key) => Promise<Use>;

/** Takes one use of each limit, in this order, until one of them refuses. */
export async function takeUse(...limits: readonly (readonly [Limiter, key: string])[]): Promise<Use> {
  const taken: (readonly [Limiter, string])[] = [];
  const giveBack = async () => {
    for (const [limiter, key] of taken.splice(0)) await limiter.giveBack(key);
  };
  let waitMs = 0;
  for (const [limiter, key] of limits) {
    waitMs = await limiter.take(key);
    if (waitMs > 0) {
      await giveBack();
      break;
    }
    taken.push([limiter, key]);
  }
  return {
    waitMs,
    async spend(work, isNew) {
      let isSpent = false;
      try {
        const done = await work();
        isSpent = isNew(done);
        return done;
      } finally {
        if (!isSpent) await giveBack();
      }
    },
  };
}

/** The limiters of the configuration's table. The key is an address, except for the last three. */
type Limiters = Readonly<Record<LimitName, Limiter>>;

const names = [
  'requestsPerAddress',
  'leadsPerAddress',
  /** Form pages that are sent back with their faults marked, to browsers without scripts. */
  'formPagesPerAddress',
  /** By the session's id. */
  'agentRequestsPerSession',
  /** By the dealership's id. */
  'agentRequestsPerDealership',
  /** By the token's id. */
  'requestsPerToken',
] as const satisfies readonly (keyof Config['limits'])[];
type LimitName = (typeof names)[number];

/** How often counts whose span is over are deleted. The privacy policy says that a hash of an address ends a few minutes after its limit. */
const deleteEveryMs = 5 * 60_000;

interface LimitersOptions {
  readonly limits: Config['limits'];
  /** With a pool, replicas count together in PostgreSQL. Without it, this process counts in memory. */
  readonly pool?: Pool | undefined;
  readonly secretKey: string;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Is told that the shared table could not be used. This process counts in memory meanwhile. */
  readonly onError: (error: unknown) => void;
}

/** Makes the limiters of the configuration's table. Each counts on its own. `endedCounts` deletes the counts that are over. */
export function createLimiters({ limits, pool, secretKey, clockMs, onError }: LimitersOptions): {
  readonly limiters: Limiters;
  readonly endedCounts: Repeater;
} {
  const shared = pool && createSharedWindows(pool);
  const inMemory: ReturnType<typeof createMemoryWindows>[] = [];

  async function deleteEnded(): Promise<void> {
    for (const memory of inMemory) memory.deleteEnded();
    await shared?.deleteEnded();
  }

  function createLimiter(name: LimitName): Limiter {
    const { times, perSeconds } = limits[name];
    const spanMs = perSeconds * 1000;
    const memory = createMemoryWindows(spanMs, clockMs);
    inMemory.push(memory);
    async function count(key: string) {
      if (!shared) return memory.add(key);
      try {
        return await shared.add(`${name}:${key}`, spanMs);
      } catch (error) {
        // When the database fails, counting in memory neither lets everybody in nor shuts everybody out.
        onError(error);
        return memory.add(key);
      }
    }
    async function takeBack(key: string) {
      if (!shared) return memory.takeBack(key);
      try {
        await shared.takeBack(`${name}:${key}`);
      } catch (error) {
        onError(error);
        memory.takeBack(key);
      }
    }
    // An address is personal data, so memory and the table hold only a keyed hash of it.
    const keyOf = (of: string) => createHmac('sha256', secretKey).update(addressKey(of)).digest('base64url');
    return {
      async take(of) {
        const { count: soFar, leftMs } = await count(keyOf(of));
        return soFar > times ? leftMs : 0;
      },
      giveBack: (of) => takeBack(keyOf(of)),
    };
  }

  return {
    limiters: Object.fromEntries(names.map((name) => [name, createLimiter(name)])) as unknown as Limiters,
    endedCounts: createRepeater({ everyMs: deleteEveryMs, work: deleteEnded, onError }),
  };
}
