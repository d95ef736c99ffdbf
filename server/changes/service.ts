/** What the open consoles show has changed: written with the change, and told by `server/desk/stream.ts`. */
import type { Transaction } from 'kysely';
import type { DeskTopic } from '#contract/desk/live.ts';
import type { Tables } from '#server/database/tables.ts';
import { insertChange } from './store.ts';

/**
 * Says, in the transaction of a change, that the consoles shall read something again. Every open console hears of it within a
 * second after the transaction is on disk, whichever server it is connected to, and of nothing that was rolled back.
 *
 * @param id what changed (a request, a person); without it whoever shows the topic reads all of it again
 */
export async function changed(trx: Transaction<Tables>, topic: DeskTopic, id: string | null = null): Promise<void> {
  await insertChange(trx, topic, id, new Date().toISOString());
}
