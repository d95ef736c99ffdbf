/** The queries for the retention of messages. */
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { byPlace, oldest, type Place } from '#server/place.ts';
import { allChannels, writtenOut } from './states.ts';

/** The oldest messages from before a time, at most `limit`, after a place. One query for each channel: an index begins with it. */
export async function dueMessages(db: Reader, before: Iso, limit: number, after?: Place): Promise<Place[]> {
  const found: Place[] = [];
  for (const channel of allChannels) {
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'created_at as at'])
      .where('channel', '=', writtenOut(channel))
      .where('created_at', '<', before)
      .$call(oldest(['created_at', 'id'], after, limit))
      .execute();
    found.push(...rows);
  }
  return found.sort(byPlace).slice(0, limit);
}

/** The ids of the subjects of these messages. */
export const subjectsOf = (db: Reader, ids: readonly string[]): Promise<{ id: string; subject_id: string }[]> =>
  db.selectFrom('messages').select(['id', 'subject_id']).where('id', 'in', ids).execute();
