/** The outbox as a person reads it: the messages to people, with their states, times and reasons. Reads only. */
import { idPattern } from '#contract/reference.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import { comparePositions, oldestFirst } from '#server/paging.ts';
import { distinct } from '#server/rows.ts';
import type { PersonalMessage } from './claims.ts';
import { isIn, isToPerson, isUnfinished, personalChannels, writtenOut } from './conditions.ts';
import type { MessageSubject, RegisteredKinds } from './message-kind.ts';
import { newestMessages } from './page.ts';
import type { MessageState, PersonalChannel } from './tables.ts';

/** The states of messages that may still be sent or need a person. */
export type UnfinishedState = Extract<MessageState, 'held' | 'waiting' | 'unsure' | 'failed'>;

/** A message with its subject. `reference` is the subject's label, empty when the kind does not say what it is about. */
export type OverviewRow = PersonalMessage & { readonly about: MessageSubject | undefined; readonly reference: string };

/** Adds their subjects to messages. */
export async function withSubjects(
  messages: readonly PersonalMessage[],
  kinds: Pick<RegisteredKinds, 'find'> | undefined,
): Promise<OverviewRow[]> {
  const subjects = new Map<string, MessageSubject>();
  for (const [kind, ofKind] of Map.groupBy(messages, (message) => message.kind)) {
    const found = await kinds?.find(kind)?.about?.(distinct(ofKind, 'subject_id'));
    for (const [id, subject] of found ?? []) subjects.set(`${kind} ${id}`, subject);
  }
  return messages.map((message) => {
    const about = subjects.get(`${message.kind} ${message.subject_id}`);
    return { ...message, about, reference: about?.label ?? '' };
  });
}

/** @param kinds the registered kinds, which know the subjects of messages; without them no row has one */
export function createOverview({ db }: Pick<Storage, 'db'>, kinds?: RegisteredKinds) {
  const counting = () =>
    db
      .selectFrom('messages')
      .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
      .groupBy('state');
  const byState = (counted: readonly { state: MessageState; count: number }[]) =>
    Object.fromEntries(counted.map(({ state, count }) => [state, Number(count)]));

  /** The unfinished messages of a state, the earliest due first. Runs one query for each channel, because an index begins with the channel. */
  async function byDue(state: UnfinishedState, limit: number, last: PersonalMessage | undefined) {
    const after = last && { at: last.due_at, id: last.id };
    const found: PersonalMessage[] = [];
    for (const channel of personalChannels) {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .$narrowType<Pick<PersonalMessage, 'channel'>>()
        .where('channel', '=', writtenOut(channel))
        .where(isUnfinished)
        .where(isIn(state))
        .$call(oldestFirst(['due_at', 'id'], after, limit))
        .execute();
      found.push(...rows);
    }
    const positionOf = ({ due_at, id }: PersonalMessage) => ({ at: due_at, id });
    return found.sort((one, other) => comparePositions(positionOf(one), positionOf(other))).slice(0, limit);
  }

  return {
    /** The number of messages in each state. Reads every message that is stored. */
    async counts(): Promise<Record<MessageState, number>> {
      const none = { held: 0, waiting: 0, unsure: 0, sent: 0, failed: 0, expired: 0 };
      return { ...none, ...byState(await counting().where(isToPerson).execute()) };
    },

    /** The number of unfinished messages in each state, of one channel or of both. Reads only these. */
    async unfinished(channel?: PersonalChannel): Promise<Record<UnfinishedState, number>> {
      const counted = await counting()
        .where(isUnfinished)
        .where((row) => (channel === undefined ? isToPerson : row('channel', '=', writtenOut(channel))))
        .execute();
      return { held: 0, waiting: 0, unsure: 0, failed: 0, ...byState(counted) };
    },

    /**
     * The messages of a state, read in slices. Sent and expired ones come newest first, all others by when they are due.
     *
     * @param limit the most messages
     */
    of(state: MessageState, limit: number): AsyncGenerator<OverviewRow> {
      return inSlices<OverviewRow>(limit, async (count, last) => {
        const rows =
          state === 'sent' || state === 'expired'
            ? await newestMessages(db, { filter: state === 'sent' ? 'sent' : 'notSent', after: last, limit: count })
            : await byDue(state, count, last);
        return withSubjects(rows, kinds);
      });
    },

    /** The channels and states of the messages about a subject. */
    ofSubject: (subjectId: string) =>
      db
        .selectFrom('messages')
        .select(['channel', 'state'])
        .$narrowType<Pick<PersonalMessage, 'channel'>>()
        .where(isToPerson)
        .where('subject_id', '=', subjectId)
        .execute(),

    /**
     * The messages whose id ends with `end`, at most `limit`. Unless it is a whole id, it reads the id of every message, because ids
     * begin with their time and only their ends tell them apart.
     *
     * @param end hexadecimal digits and hyphens only
     */
    async find(end: string, limit: number): Promise<OverviewRow[]> {
      const found = db
        .selectFrom('messages')
        .selectAll()
        .$narrowType<Pick<PersonalMessage, 'channel'>>()
        .where((message) => (idPattern.test(end) ? message('id', '=', end) : message('id', 'like', `%${end}`)));
      return withSubjects(await found.where(isToPerson).limit(limit).execute(), kinds);
    },
  };
}
