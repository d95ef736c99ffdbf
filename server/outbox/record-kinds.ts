/**
 * How messages end: when the retention period of their class is over, counted from when they were written (`brand/legal.ts`), unless a hold
 * keeps what they are about.
 */
import type { Trx } from '#server/database/open.ts';
import type { RecordKind } from '#server/record-kind.ts';
import { distinct } from '#server/rows.ts';
import { messageFacts } from './retention.ts';
import { deleteMessages } from './store.ts';
import { dueMessages, subjectsOf } from './store-retention.ts';

/** Locks the records that subjects belong to. Resolves to the subjects that a hold keeps. Each feature knows its own subjects. */
type HeldSubjects = (trx: Trx, subjectIds: readonly string[]) => Promise<ReadonlySet<string>>;

export const messageRecordKind = (held: readonly HeldSubjects[]): RecordKind => ({
  ...messageFacts,
  due: dueMessages,
  async take(trx, ids) {
    const messages = await subjectsOf(trx, ids);
    const subjects = distinct(messages, 'subject_id');
    const kept = new Set<string>();
    for (const heldOf of held) for (const id of await heldOf(trx, subjects)) kept.add(id);
    return messages.filter(({ subject_id }) => !kept.has(subject_id)).map(({ id }) => id);
  },
  erase: (trx, ids) => deleteMessages(trx, 'id', ids),
});
