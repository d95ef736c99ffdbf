import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Reader, Storage } from '#server/database/open.ts';
import { type EngineUnderTest, eachEngine, onPostgres } from '../../tests/support/each-engine.ts';
import { hearQueries } from '../../tests/support/heard-queries.ts';
import { createChangeReader, type Found } from './reader.ts';
import { changed, createChanges } from './service.ts';

const onError = (error: unknown) => {
  throw error;
};

const as = async (found: Found) => found;

async function start(under: EngineUnderTest) {
  const storage = await under.openStorage();
  let atMs = 1_000_000;
  const clockMs = () => atMs;
  const reader = createChangeReader({ storage, clockMs });
  const write = (about: string, { transaction }: Pick<Storage, 'transaction'> = storage) =>
    transaction((trx) => changed(trx, 'board', about));
  const pass = (ms: number) => {
    atMs += ms;
  };
  /** The changes that a look finds, by their `about`. */
  const look = async () => {
    const found = await reader.look(as);
    return found === 'everything' ? found : found.map(({ about }) => about);
  };
  return { storage, clockMs, write, look, pass };
}

eachEngine((under) => {
  describe('R94 the changes that a look finds', () => {
    it('begin with everything, and are each told once, in their order', async () => {
      const { write, look } = await start(under);
      await write('before');
      expect(await look()).toBe('everything');
      expect(await look()).toEqual([]);
      for (const about of ['a', 'b']) await write(about);
      expect(await look()).toEqual(['a', 'b']);
      expect(await look()).toEqual([]);
    });

    it('are none of what was rolled back', async () => {
      const { storage, look } = await start(under);
      await look();
      const failing = storage.transaction(async (trx) => {
        await changed(trx, 'board', 'never');
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await look()).toEqual([]);
    });

    it('R765 are everything when the database was away and comes back with an older state', async () => {
      const { storage, clockMs, write } = await start(under);
      let isAway = false;
      const watched = {
        get db() {
          if (isAway) throw new Error('away');
          return storage.db;
        },
      };
      const reader = createChangeReader({ storage: watched, clockMs });
      await write('a');
      expect(await reader.look(as)).toBe('everything');
      for (const about of ['b', 'c']) await write(about);
      expect(await reader.look(as)).toMatchObject([{ about: 'b' }, { about: 'c' }]);
      const { seq } = await storage.db
        .selectFrom('desk_changes')
        .select('seq')
        .orderBy('seq')
        .executeTakeFirstOrThrow();
      isAway = true;
      await expect(reader.look(as)).rejects.toThrow('away');
      await storage.db.deleteFrom('desk_changes').where('seq', '>', seq).execute();
      if (under.engine === 'postgres')
        await sql`select setval(pg_get_serial_sequence('desk_changes', 'seq'), ${seq})`.execute(storage.db);
      isAway = false;
      await write('d');
      expect(await reader.look(as)).toBe('everything');
      await write('e');
      expect(await reader.look(as)).toMatchObject([{ about: 'e' }]);
    });

    it('are everything after a pause in which some may have been pruned, and after more than can be told', async () => {
      const { storage, write, look, pass } = await start(under);
      await look();
      await write('a');
      pass(61_000);
      expect(await look()).toBe('everything');
      const many = Array.from({ length: 2100 }, () => ({ topic: 'board' as const, about: 'x' }));
      for (let from = 0; from < many.length; from += 300) {
        await storage.db
          .insertInto('desk_changes')
          .values(many.slice(from, from + 300))
          .execute();
      }
      expect(await look()).toBe('everything');
      expect(await look()).toEqual([]);
    });

    it('go on after every one of them was deleted: no number comes twice', async () => {
      const { storage, write, look, pass } = await start(under);
      await look();
      for (let round = 0; round < 5; round++) {
        await write(`a${round}`);
        await write(`b${round}`);
        expect(await look()).toEqual([`a${round}`, `b${round}`]);
        await storage.db.deleteFrom('desk_changes').execute();
        for (let second = 0; second < 12; second++) {
          pass(1000);
          expect(await look()).toEqual([]);
        }
      }
    });
  });

  it('R94 what is older than five minutes is pruned, in slices, and what is younger stays', async () => {
    const { storage, clockMs, write, look } = await start(under);
    const changes = createChanges({ storage, clockMs, onError });
    const rows = Array.from({ length: 1200 }, () => ({ topic: 'board' as const, about: 'old' }));
    for (let from = 0; from < rows.length; from += 300) {
      await storage.db
        .insertInto('desk_changes')
        .values(rows.slice(from, from + 300))
        .execute();
    }
    const count = async () => (await storage.db.selectFrom('desk_changes').select('seq').execute()).length;
    for (let minute = 0; minute < 5; minute++) await changes.prune();
    await write('young');
    expect(await count()).toBe(1201);
    await changes.prune();
    expect(await count()).toBe(1);
    expect(await look()).toBe('everything');
  });
});

onPostgres((under) => {
  /** A transaction that has taken its number and stays open, until `end` is called. */
  async function openTransaction(storage: Storage, more = 0) {
    const [begin, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = storage.transaction(async (trx) => {
      await changed(trx, 'board', 'slow');
      if (more > 0) await writeMany({ db: trx }, more);
      begin.resolve();
      await end.promise;
    });
    await begin.promise;
    return {
      end() {
        end.resolve();
        return slow;
      },
    };
  }

  const writeMany = ({ db }: { readonly db: Reader }, count: number) =>
    db
      .insertInto('desk_changes')
      .values(Array.from({ length: count }, () => ({ topic: 'board' as const, about: 'quick' })))
      .execute();

  describe('R1044 a change whose transaction ends after a later one is told', () => {
    it('up to thirty seconds later', async () => {
      const { storage, write, look, pass } = await start(under);
      await write('before');
      // The looks begin during a transaction that has taken its number already.
      const slow = await openTransaction(storage);
      expect(await look()).toBe('everything');
      for (let second = 0; second < 29; second++) {
        await write(`quick ${second}`);
        pass(1000);
        expect(await look()).toEqual([`quick ${second}`]);
      }
      await slow.end();
      expect(await look()).toEqual(['slow']);
      expect(await look()).toEqual([]);
    });

    it('when thousands of later ones were told meanwhile', async () => {
      const { storage, look } = await start(under);
      await look();
      const slow = await openTransaction(storage);
      for (let n = 0; n < 3; n++) {
        await writeMany(storage, 1500);
        expect(await look()).toHaveLength(1500);
      }
      await slow.end();
      expect(await look()).toEqual(['slow']);
      expect(await look()).toEqual([]);
    });

    it.each([800, 2400])(
      'R1189 with all that its transaction wrote, also when that was as much as %i',
      async (count) => {
        const { storage, write, look } = await start(under);
        await write('before');
        await look();
        const slow = await openTransaction(storage, count - 1);
        await write('later');
        await look();
        await slow.end();
        const found = await look();
        if (count > 2000) expect(found).toBe('everything');
        else expect([found.length, found[0]]).toEqual([count, 'slow']);
      },
    );

    it.each(['at the first look', 'at a later one'])('when there were too many to be told %s', async (when) => {
      const { storage, look } = await start(under);
      await storage.transaction((trx) => changed(trx, 'board', 'before'));
      if (when === 'at a later one') await look();
      const slow = await openTransaction(storage);
      for (let n = 0; n < 3; n++) await writeMany(storage, 1500);
      expect(await look()).toBe('everything');
      await slow.end();
      expect(await look()).toEqual(['slow']);
      expect(await look()).toEqual([]);
    });
  });

  it('R1044 a number that was taken and not used is asked for no longer than thirty seconds', async () => {
    const { storage: all, write } = await start(under);
    const { storage, queries, clear } = hearQueries(all);
    let asked = 0;
    let atMs = 0;
    const reader = createChangeReader({ storage, clockMs: () => atMs });
    await reader.look(as);
    await expect(
      all.transaction(async (trx) => {
        await changed(trx, 'board', 'never');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await write('after');
    for (atMs = 1000; atMs <= 40_000; atMs += 1000) {
      clear();
      await reader.look(as);
      if (queries().some(({ sql: text }) => text.includes('"seq" in'))) asked += 1;
    }
    expect(asked).toBe(30);
  });

  it('R94 of changes that many write at once in transactions of any length none is missed and none is told twice', async () => {
    const { storage, look } = await start(under);
    await look();
    const told: (string | null)[] = [];
    let writing = true;
    const looking = (async () => {
      while (writing) {
        const found = await look();
        if (found !== 'everything') told.push(...found);
      }
    })();
    const writer = async (name: number) => {
      for (let n = 0; n < 40; n++) {
        await storage.transaction(async (trx) => {
          await changed(trx, 'board', `${name} ${n}`);
          for (let wait = 0; wait < (name * n) % 7; wait++) await sql`select 1`.execute(trx);
        });
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, name) => writer(name)));
    writing = false;
    await looking;
    const rest = await look();
    if (rest !== 'everything') told.push(...rest);
    expect(told).toHaveLength(6 * 40);
    expect(new Set(told).size).toBe(6 * 40);
  });
});
