/** The queries for the messages to a person. Each is bounded by an index. */
import { type SqlBool, sql } from 'kysely';
import { dialectOf, type Reader } from '#server/database/open.ts';
import type { Message } from './claims.ts';
import { isToPerson } from './conditions.ts';
import type { MessageKind } from './tables.ts';

/** Messages to an address or number, as it was written or as its mailbox, without those of the kinds in `except`. */
export const messagesTo = (
  db: Reader,
  { address, mailbox }: { readonly address: string; readonly mailbox: string },
  except: readonly MessageKind[],
  limit: number,
) => {
  const recipient = dialectOf(db).inByteOrder(sql<string>`lower(recipient)`);
  return db
    .selectFrom('messages')
    .select('id')
    .where(isToPerson)
    .where(({ or, eb }) => or([sql<SqlBool>`${recipient} = ${address.toLowerCase()}`, eb('counts_for', '=', mailbox)]))
    .where('kind', 'not in', except)
    .limit(limit)
    .execute();
};

export const messagesByIds = (db: Reader, ids: readonly string[]): Promise<Message[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where(isToPerson)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
