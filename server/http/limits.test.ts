import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { addressKey, createLimiters } from './limits.ts';
import { createSharedWindows } from './windows.ts';

const onError = (error: unknown) => {
  throw error;
};

describe('R356 the key of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Some proxies write the port into X-Forwarded-For as well, and it differs for each connection.
    ['203.0.113.9:51034', '203.0.113.9'],
    ['[2001:db8:1:2::1]:51034', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.9]:51034', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['1.2.3.4.5:1', '1.2.3.4.5:1'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

eachEngine((under) => {
  const limiters = async (times: number, storage?: Awaited<ReturnType<typeof under.openStorage>>) => {
    const { limits } = readConfig({ LIMIT_LEADS_PER_ADDRESS: `${times}/60` });
    const { pool } = storage ?? (await under.openStorage());
    // On PostgreSQL the database's own clock is used.
    return createLimiters({ limits, pool, secretKey: 'k'.repeat(32), clockMs: () => 1000, onError }).limiters;
  };

  it('R17 counts each address on its own, and a /64 as one', async () => {
    const { leadsPerAddress } = await limiters(2);
    await leadsPerAddress.take('2001:db8::1');
    await leadsPerAddress.take('2001:db8::2');
    expect(await leadsPerAddress.take('2001:db8::3')).toBeGreaterThan(0);
    expect(await leadsPerAddress.take('2001:db8:0:1::1')).toBe(0);
  });

  it('R17 says when to come again', async () => {
    const { leadsPerAddress } = await limiters(1);
    await leadsPerAddress.take('203.0.113.9');
    const waitMs = await leadsPerAddress.take('203.0.113.9');
    expect(waitMs).toBeGreaterThan(55_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  it('lets exactly as many through as it says when they come at the same time', async () => {
    const { leadsPerAddress } = await limiters(10);
    const waits = await Promise.all(Array.from({ length: 40 }, () => leadsPerAddress.take('203.0.113.9')));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10);
  });

  it('R52 a limit longer than a timer can be holds', async () => {
    const { limits } = readConfig({ LIMIT_LEADS_PER_ADDRESS: '1/2592000' });
    const { pool } = await under.openStorage();
    const { leadsPerAddress } = createLimiters({
      limits,
      pool,
      secretKey: 'k'.repeat(32),
      clockMs: () => performance.now(),
      onError,
    }).limiters;
    await leadsPerAddress.take('203.0.113.9');
    // A timer of thirty days would fire after a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await leadsPerAddress.take('203.0.113.9')).toBeGreaterThan(0);
  });

  it('R52 the wall clock ten years ahead, and right again, makes nobody wait longer than the limit’s span', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const { leadsPerAddress } = await limiters(1);
    vi.useFakeTimers({ now: new Date('2036-11-21T21:06:00Z'), toFake: ['Date'] });
    await leadsPerAddress.take('203.0.113.9');
    await leadsPerAddress.take('203.0.113.10');
    vi.setSystemTime(new Date('2026-11-21T21:06:00Z'));
    for (const address of ['203.0.113.9', '203.0.113.10']) {
      expect(await leadsPerAddress.take(address)).toBeLessThanOrEqual(60_000);
    }
  });

  const shared = async () => {
    const storage = await under.openStorage();
    const [one, other] = [await limiters(3, storage), await limiters(3, storage)];
    await one.leadsPerAddress.take('203.0.113.9');
    await other.leadsPerAddress.take('203.0.113.9');
    await one.leadsPerAddress.take('203.0.113.9');
    expect(await other.leadsPerAddress.take('203.0.113.9')).toBeGreaterThan(0);
    const { rows = [] } = (await storage.pool?.query('select * from limits')) ?? {};
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.9');
  };
  if (under.engine === 'postgres') it('counts together with another replica, and stores no address', shared);

  const sharedWindows = async () => {
    const { pool } = await under.openStorage();
    if (!pool) throw new Error('PostgreSQL has a pool');
    return { pool, windows: createSharedWindows(pool) };
  };

  const countsThatReplicasShare = () => {
    it('are exact when many arrive at the same instant, also at the end of a span', async () => {
      const { pool, windows } = await sharedWindows();
      for (let round = 0; round < 20; round++) {
        if (round % 2 === 1) await pool.query('update limits set expire = 1');
        const counted = await Promise.all(Array.from({ length: 30 }, () => windows.add('a', 60_000)));
        // In an even round the count goes on from the round before.
        const before = round === 0 || round % 2 === 1 ? 0 : 30;
        const counts = counted.map(({ count }) => count).sort((one, other) => one - other);
        expect(counts).toEqual(Array.from({ length: 30 }, (_, at) => before + at + 1));
      }
    });

    it('begin anew after a span that ends later than any can: the clock was ahead', async () => {
      const { pool, windows } = await sharedWindows();
      await windows.add('a', 60_000);
      await pool.query('update limits set points = 99, expire = expire + 3600000');
      const { count, leftMs } = await windows.add('a', 60_000);
      expect(count).toBe(1);
      expect(leftMs).toBeLessThanOrEqual(60_000);
    });

    it('R920 are deleted within five minutes after their span, although nobody is counted any more', async () => {
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const { pool } = await under.openStorage();
      const { limits } = readConfig({});
      const { limiters: each, endedCounts } = createLimiters({
        limits,
        pool,
        secretKey: 'k'.repeat(32),
        clockMs: () => 0,
        onError,
      });
      endedCounts.start();
      await each.leadsPerAddress.take('203.0.113.9');
      await pool?.query('update limits set expire = 1');
      vi.advanceTimersByTime(5 * 60_000);
      await endedCounts.stop();
      expect((await pool?.query('select key from limits'))?.rows).toEqual([]);
    });

    it('are deleted when their span is over, and no other', async () => {
      const { pool, windows } = await sharedWindows();
      await pool.query("insert into limits select 'old ' || n, 1, 1 from generate_series(1, 2500) n");
      await windows.add('new', 60_000);
      await windows.deleteEnded();
      expect((await pool.query('select key from limits')).rows).toEqual([{ key: 'new' }]);
    });
  };
  if (under.engine === 'postgres') {
    describe('counts that replicas share', () => {
      countsThatReplicasShare();
    });
  }
});
