import { expect, it } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { createAtOnce, playRounds } from '../tests/support/at-once.ts';
import { eachEngineAlways, roundsOf } from '../tests/support/each-engine.ts';
import { agreeOnKey, isOwnKey, noteNewKey, OtherKeyError, refuseOtherKey } from './key-check.ts';
import { createKeyedHash, type KeyedHash } from './keyed-hash.ts';

const at = '2026-11-21T21:06:00.000Z';
const one = createKeyedHash('a'.repeat(40));
const other = createKeyedHash('b'.repeat(40));
const rounds = roundsOf(30);

eachEngineAlways((under) => {
  it('R769 of two servers with two keys that start on a new database at the same instant one goes on', async () => {
    const place = await under.newPlace();
    const storages = [await under.openStorage(place), await under.openStorage(place)] as const;
    const atOnce = createAtOnce(storages[0]);
    const start = ({ db }: Storage, keyed: KeyedHash) =>
      agreeOnKey(db, keyed, at).then(
        () => 'goes on' as const,
        (error: unknown) => {
          if (error instanceof OtherKeyError) return 'refused' as const;
          throw error;
        },
      );
    await playRounds(rounds, ['the first goes on', 'the second goes on'], async () => {
      await storages[0].db.deleteFrom('settings').where('name', '=', 'key-check').execute();
      const [first, second] = await atOnce([() => start(storages[0], one), () => start(storages[1], other)]);
      expect([first, second].toSorted()).toEqual(['goes on', 'refused']);
      return first === 'goes on' ? 'the first goes on' : 'the second goes on';
    });
  });

  it('R769 a database refuses another key until it is told that the earlier one is lost', async () => {
    const { db } = await under.openStorage();
    await refuseOtherKey(db, other);
    await agreeOnKey(db, one, at);
    await agreeOnKey(db, one, at);
    await expect(agreeOnKey(db, other, at)).rejects.toThrow(OtherKeyError);
    expect(await isOwnKey(db, other)).toBe(false);
    await noteNewKey(db, other, at);
    await agreeOnKey(db, other, at);
    await expect(refuseOtherKey(db, one)).rejects.toThrow(/is another one than this database was made with/);
  });
});
