/** Lists of messages to people in slices, each bounded by an index however long the outbox is. Reads only. */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { MessageFilter } from '#contract/desk/messages.ts';
import { dialectOf, type Reader, type Storage } from '#server/database/open.ts';
import { createdPosition, newestFirst } from '#server/paging.ts';
import type { PersonalMessage as Message } from './claims.ts';
import { isIn, isToPerson, isUnsent, personalChannels, writtenOut } from './conditions.ts';
import type { PersonalChannel } from './tables.ts';

/** The last message of a slice, after which the next one begins. */
export type PageCursor = Pick<Message, 'recipient' | 'created_at' | 'id'>;

export interface PageOptions {
  readonly filter?: MessageFilter | undefined;
  readonly channel?: PersonalChannel | undefined;
  /** The beginning of the address or number, in small letters. */
  readonly recipient?: string | undefined;
  readonly after?: PageCursor | undefined;
  readonly limit: number;
}

const states: Readonly<Record<MessageFilter, Expression<SqlBool>>> = {
  needsPerson: isIn('failed'),
  waiting: isUnsent,
  sent: isIn('sent'),
  notSent: isIn('expired'),
};

/** A text that comes after every text with this beginning, in the order of bytes. */
const highest = '\u{10ffff}';

/** Messages, the newest first. Runs one query for each channel, because an index begins with the channel. */
export async function newestMessages(
  db: Storage['db'],
  { filter, channel, after, limit }: Omit<PageOptions, 'recipient'>,
): Promise<Message[]> {
  const found: Message[] = [];
  for (const one of channel ? [channel] : personalChannels) {
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .$narrowType<Pick<Message, 'channel'>>()
      .where('channel', '=', writtenOut(one))
      .$if(filter !== undefined, (query) => query.where(states[filter ?? 'sent']))
      .$call(newestFirst(['created_at', 'id'], createdPosition(after), limit))
      .execute();
    found.push(...rows);
  }
  const key = ({ created_at, id }: Message) => `${created_at} ${id}`;
  return found.sort((one, other) => (key(one) < key(other) ? 1 : -1)).slice(0, limit);
}

/** Messages to addresses with this beginning, in the reverse order of the addresses, and for each address the newest first. */
async function ofRecipient(
  db: Reader,
  { filter, channel, recipient = '', after, limit }: PageOptions,
): Promise<Message[]> {
  const address = dialectOf(db).inByteOrder(sql<string>`lower(recipient)`);
  const last = after && sql`(${after.recipient.toLowerCase()}, ${after.created_at}, ${after.id})`;
  return db
    .selectFrom('messages')
    .selectAll()
    .$narrowType<Pick<Message, 'channel'>>()
    .where(isToPerson)
    .where(sql<SqlBool>`${address} >= ${recipient}`)
    .where(sql<SqlBool>`${address} < ${recipient + highest}`)
    .$if(last !== undefined, (query) => query.where(sql<SqlBool>`(${address}, created_at, id) < ${last}`))
    .$if(channel !== undefined, (query) => query.where('channel', '=', writtenOut(channel ?? 'mail')))
    .$if(filter !== undefined, (query) => query.where(states[filter ?? 'sent']))
    .orderBy(address, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** One slice of the messages. */
export const messagesPage = (db: Reader, options: PageOptions): Promise<Message[]> =>
  options.recipient === undefined ? newestMessages(db, options) : ofRecipient(db, options);
