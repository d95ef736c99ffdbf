/** The queries for the retention of messages. */
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { comparePositions, oldestFirst, type Position } from '#server/paging.ts';
import { allChannels, writtenOut } from './conditions.ts';

/** The oldest messages from before a time, at most `limit`, after a position. One query for each channel: an index begins with it. */
export async function dueMessages(db: Reader, before: Iso, limit: number, after?: Position): Promise<Position[]> {
  const found: Position[] = [];
  for (const channel of allChannels) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'created_at as at'])
      .where('channel', '=', writtenOut(channel))
      .where('created_at', '<', before)
      .$call(oldestFirst(['created_at', 'id'], after, limit))
      .execute();
    found.push(...rows);
  }
  return found.sort(comparePositions).slice(0, limit);
}

/** The ids of the subjects of these messages. */
export const subjectsOf = (db: Reader, ids: readonly string[]): Promise<{ id: string; subject_id: string }[]> =>
  db.selectFrom('messages').select(['id', 'subject_id']).where('id', 'in', ids).execute();
