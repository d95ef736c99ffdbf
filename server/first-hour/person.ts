/** Finds tests of the first hour that went to a person who asks what is stored about them. */
import type { Trx } from '#server/database/open.ts';
import { deleteMessagesOf, labelledMessages, messagesOfSubjects } from '#server/outbox/service.ts';
import { type Labelled, labelled, matchesIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { idsOf } from '#server/rows.ts';
import { everyTest, type TestSend, testKind, testsByIds } from './store.ts';

const kindNames = { mail: 'Test mail', text: 'Test text', link: 'Test link' } as const;

const own = ({ recipient, said, pressed_at }: TestSend): Labelled[] =>
  labelled({
    'Sent to': recipient,
    'What the mail server said': said,
    'Link pressed': pressed_at,
  });

export const testPerson: PersonSource = {
  // All tests are read, because there are few: an admin sends them by hand, and the sweep deletes them.
  async find(db, sought, limit) {
    const found = (await everyTest(db)).filter(
      (test) => matchesIn({ title: '', values: own(test) }, sought).length > 0,
    );
    return idsOf(found.slice(0, limit));
  },
  async read(db, ids) {
    const tests = await testsByIds(db, ids);
    const messages = await messagesOfSubjects(db, idsOf(tests));
    return tests.map((test): PersonItem => {
      const { id, kind, created_at } = test;
      return {
        kind: 'test',
        id,
        reference: '',
        title: kindNames[kind],
        at: created_at,
        class: 'technical',
        about: { kind: 'setting', id: 'first-hour' },
        values: [...own(test), ...labelledMessages(messages.filter(({ subject_id }) => subject_id === id))],
        kept: null,
      };
    });
  },
};

/** Erases tests: deletes them with their messages. */
export const erasableTests = {
  take: async (trx: Trx, ids: readonly string[]): Promise<string[]> => idsOf(await testsByIds(trx, ids)),
  async erase(trx: Trx, ids: readonly string[], at: string): Promise<void> {
    await deleteMessagesOf(trx, ids);
    await testKind.erase(trx, ids, at);
  },
};
