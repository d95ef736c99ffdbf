/** Writes the history of a dealership, and tells the open consoles. */
import type { DealershipEventKind } from '#contract/desk/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import { changed } from '#server/changes/service.ts';
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { emit } from '#server/webhooks/service.ts';
import { markUpdated } from './store.ts';
import { insertEvent } from './store-records.ts';

interface NewDealershipEvent {
  readonly kind: DealershipEventKind;
  /** The person who did it; null for a command, the server, and the dealership itself. */
  readonly byId: string | null;
  readonly at: Iso;
  /** Names of fields, a contact's id, a code's number, a date. Never a secret or a person's name, for it is never erased. */
  readonly detail?: readonly string[];
}

/** The webhook event for each event of the history. Links and codes have none. */
const webhookOf: Partial<Record<DealershipEventKind, WebhookEvent>> = {
  made: 'dealership.created',
  edited: 'dealership.changed',
  agreement: 'dealership.changed',
  closed: 'dealership.closed',
  removed: 'dealership.closed',
  reopened: 'dealership.reopened',
};

/** Tells the consoles, and the programs that keep a copy, that something of a dealership was erased. */
export async function tellErased(trx: Trx, id: string, at: Iso): Promise<void> {
  await changed(trx, 'dealerships', id);
  await markUpdated(trx, id, at);
  await emit(trx, { type: 'dealership.changed', subjectId: id, at });
}

/** Writes an event of a dealership, in the transaction of the change. */
export async function noteEvent(
  trx: Trx,
  dealershipId: string,
  { kind, byId, at, detail = [] }: NewDealershipEvent,
): Promise<void> {
  const event = { id: mintId(), dealership_id: dealershipId, at, kind, by_id: byId };
  await insertEvent(trx, { ...event, detail: JSON.stringify(detail) });
  await changed(trx, 'dealerships', dealershipId);
  const type = webhookOf[kind];
  if (!type) return;
  await markUpdated(trx, dealershipId, at);
  await emit(trx, { type, subjectId: dealershipId, at });
}
