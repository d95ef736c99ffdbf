import type { WebhookEvent } from '#contract/webhooks.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { emit } from '#server/webhooks/service.ts';
import { markUpdated } from './store.ts';

/** Writes that a lead changed at a time, and tells the consoles and the programs that asked for it. */
export async function tellLeadChanged(
  trx: Trx,
  id: string,
  type: Extract<WebhookEvent, `lead.${string}`>,
  at: Iso,
): Promise<void> {
  await markUpdated(trx, id, at);
  await changed(trx, 'leads', id);
  await emit(trx, { type, subjectId: id, at });
}
