/** The outbox as a person reads it: which messages to people stand where, since when and why. Reads only. */
import { inSlices, type Storage } from '#server/database/open.ts';
import { afterPlace, beforePlace } from '#server/place.ts';
import type { PersonalMessage } from './claims.ts';
import type { MessageSubject, RegisteredKinds } from './message-kind.ts';
import { isToPerson, isUnfinished, writtenOut } from './states.ts';
import type { MessageState, PersonalChannel } from './tables.ts';

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The states of messages that are not done with. */
export type UnfinishedState = Extract<MessageState, 'held' | 'waiting' | 'unsure' | 'failed'>;

/** A message with what it is about, and how people know that; empty when its kind names nothing. */
export type OverviewRow = PersonalMessage & { readonly about: MessageSubject | undefined; readonly reference: string };

/** Adds to messages what they are about. */
export async function withSubjects(
  messages: readonly PersonalMessage[],
  kinds: Pick<RegisteredKinds, 'find'> | undefined,
): Promise<OverviewRow[]> {
  const subjects = new Map<string, MessageSubject>();
  for (const [kind, ofKind] of Map.groupBy(messages, (message) => message.kind)) {
    const found = await kinds?.find(kind)?.about?.([...new Set(ofKind.map(({ subject_id }) => subject_id))]);
    for (const [id, subject] of found ?? []) subjects.set(`${kind} ${id}`, subject);
  }
  return messages.map((message) => {
    const about = subjects.get(`${message.kind} ${message.subject_id}`);
    return { ...message, about, reference: about?.label ?? '' };
  });
}

/** @param kinds the registered kinds, which know what messages are about; without them nobody does */
export function createOverview({ db }: Pick<Storage, 'db'>, kinds?: RegisteredKinds) {
  const counting = () =>
    db
      .selectFrom('messages')
      .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
      .where(isToPerson)
      .groupBy('state');
  const byState = (counted: readonly { state: MessageState; count: number }[]) =>
    Object.fromEntries(counted.map(({ state, count }) => [state, Number(count)]));

  return {
    /** How many messages stand where. Reads every message that there ever was. */
    async counts(): Promise<Record<MessageState, number>> {
      const none = { held: 0, waiting: 0, unsure: 0, sent: 0, failed: 0, expired: 0 };
      return { ...none, ...byState(await counting().execute()) };
    },

    /** How many messages are not done with; of one channel, or of both. Reads nothing else. */
    async unfinished(channel?: PersonalChannel): Promise<Record<UnfinishedState, number>> {
      const counted = await counting()
        .where(isUnfinished)
        .$if(channel !== undefined, (query) => query.where('channel', '=', writtenOut(channel ?? 'mail')))
        .execute();
      return { held: 0, waiting: 0, unsure: 0, failed: 0, ...byState(counted) };
    },

    /**
     * The messages of a state, a slice at a time: what was sent newest first, all else by when it is due.
     *
     * @param limit at most so many
     */
    of(state: MessageState, limit: number): AsyncGenerator<OverviewRow> {
      const [direction, beyond] = state === 'sent' ? (['desc', beforePlace] as const) : (['asc', afterPlace] as const);
      return inSlices<OverviewRow>(limit, async (count, last) => {
        const place = last && { at: last.due_at, id: last.id };
        const rows = await db
          .selectFrom('messages')
          .selectAll()
          .$narrowType<Pick<PersonalMessage, 'channel'>>()
          .where('messages.state', '=', state)
          .where(isToPerson)
          .orderBy('messages.due_at', direction)
          .orderBy('messages.id', direction)
          .where((row) => beyond(row, ['messages.due_at', 'messages.id'], place))
          .limit(count)
          .execute();
        return withSubjects(rows, kinds);
      });
    },

    /** How the messages about a subject stand. */
    ofSubject: (subjectId: string) =>
      db
        .selectFrom('messages')
        .select(['channel', 'state'])
        .$narrowType<Pick<PersonalMessage, 'channel'>>()
        .where(isToPerson)
        .where('subject_id', '=', subjectId)
        .execute(),

    /** The messages whose id begins with `beginning`, at most two: more than one is ambiguous. Hexadecimal digits and hyphens only. */
    async find(beginning: string): Promise<OverviewRow[]> {
      // Between the first and the last id that begin so; `like` would read every message.
      const from = beginning + lowestId.slice(beginning.length);
      const to = beginning + highestId.slice(beginning.length);
      const found = db
        .selectFrom('messages')
        .selectAll()
        .$narrowType<Pick<PersonalMessage, 'channel'>>()
        .where('id', '>=', from)
        .where('id', '<=', to);
      return withSubjects(await found.where(isToPerson).limit(2).execute(), kinds);
    },
  };
}
