/** The rows of the tests that people sent. */
import type { Insertable, Selectable } from 'kysely';
import { changesAny, type Reader, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst, type Position } from '#server/paging.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { testFacts } from './retention.ts';
import type { TestKind, TestSendTable } from './tables.ts';

export type TestSend = Selectable<TestSendTable>;

const tests = (db: Reader) => db.selectFrom('test_sends').selectAll();

export const insertTest = (db: Reader, test: Insertable<TestSendTable>) =>
  db.insertInto('test_sends').values(test).execute();

export const findTest = (db: Reader, id: string): Promise<TestSend | undefined> =>
  tests(db).where('id', '=', id).executeTakeFirst();

export const getTest = (db: Reader, id: string): Promise<TestSend> =>
  tests(db).where('id', '=', id).executeTakeFirstOrThrow();

/** The newest test of a kind. */
export const lastTest = (db: Reader, kind: TestKind): Promise<TestSend | undefined> =>
  tests(db).where('kind', '=', kind).orderBy('created_at', 'desc').limit(1).executeTakeFirst();

/** When the oldest pressed test link was pressed; undefined while none was. */
export async function anyLinkPressed(db: Reader): Promise<Iso | undefined> {
  const pressed = db.selectFrom('test_sends').select('pressed_at').where('kind', '=', 'link');
  const first = await pressed.where('pressed_at', 'is not', null).orderBy('created_at').limit(1).executeTakeFirst();
  return first?.pressed_at ?? undefined;
}

export const findLinkTest = (db: Reader, tokenHash: string): Promise<TestSend | undefined> =>
  tests(db).where('token_hash', '=', tokenHash).executeTakeFirst();

/** Stores a mail server's answer. */
export const noteAnswer = (trx: Trx, id: string, answer: Partial<Pick<TestSend, 'taken_at' | 'step' | 'said'>>) =>
  trx.updateTable('test_sends').set(answer).where('id', '=', id).execute();

/** Stores that a link was pressed, once, and only while it works. False when it does not work or was pressed before. */
export const pressTest = (trx: Trx, tokenHash: string, at: Iso, madeAfter: Iso): Promise<boolean> =>
  trx
    .updateTable('test_sends')
    .set({ pressed_at: at })
    .where('token_hash', '=', tokenHash)
    .where('pressed_at', 'is', null)
    .where('created_at', '>', madeAfter)
    .$call(changesAny);

/** The oldest tests from before a time. */
const dueTests = (db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> =>
  db
    .selectFrom('test_sends')
    .select(['id', 'created_at as at'])
    .where('created_at', '<', before)
    .$call(oldestFirst(['created_at', 'id'], after, limit))
    .execute();

export const testKind: RecordKind = {
  ...testFacts,
  due: dueTests,
  take: async (_trx, ids) => [...ids],
  erase: (trx, ids) => trx.deleteFrom('test_sends').where('id', 'in', ids).execute(),
};

/** Every test, newest first. */
export const everyTest = (db: Reader): Promise<TestSend[]> =>
  tests(db).orderBy('created_at', 'desc').orderBy('id').execute();

export const testsByIds = (db: Reader, ids: readonly string[]): Promise<TestSend[]> =>
  tests(db).where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();
