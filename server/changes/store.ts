import type { Selectable, Transaction } from 'kysely';
import type { DeskTopic } from '#contract/desk/live.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { DeskChangeTable } from './tables.ts';

export type DeskChange = Pick<Selectable<DeskChangeTable>, 'seq' | 'topic' | 'about'>;

export const insertChange = (trx: Transaction<Tables>, topic: DeskTopic, about: string | null, at: Iso) =>
  trx.insertInto('desk_changes').values({ topic, about, at }).execute();

/** The newest changes after a number, newest first, at most so many. */
export const changesAfter = ({ db }: Pick<Storage, 'db'>, seq: number, limit: number): Promise<DeskChange[]> =>
  db
    .selectFrom('desk_changes')
    .select(['seq', 'topic', 'about'])
    .where('seq', '>', seq)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
