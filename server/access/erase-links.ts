/** Erases links to access codes: those of an erased account, and old ones, except links that a legal hold keeps. */
import type { Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { heldDealerships } from '#server/dealerships/service.ts';
import { deleteMessagesOf } from '#server/outbox/service.ts';
import { dealershipsOfLinks, deleteLinks, deleteLinksOf, ownersOfOldLinks } from './store-links.ts';

/** Deletes the links to codes that were sent to dealerships, with their mails and texts. */
export async function eraseLinksOf(trx: Trx, dealershipIds: readonly string[]): Promise<void> {
  await deleteMessagesOf(trx, await deleteLinksOf(trx, dealershipIds));
}

/** Which of these links a hold on their dealership keeps. */
export async function heldLinks(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const owners = await dealershipsOfLinks(trx, ids);
  const held = await heldDealerships(trx, [...new Set(owners.values())]);
  return new Set([...owners].filter(([, dealershipId]) => held.has(dealershipId)).map(([id]) => id));
}

/** Deletes links that ran out before a time, except those of dealerships that a hold keeps. A hold that is set meanwhile waits. */
export async function deleteOldLinks(trx: Trx, before: Iso): Promise<void> {
  const owners = await ownersOfOldLinks(trx, before);
  const held = await heldDealerships(trx, owners);
  await deleteLinks(trx, before, [...held]);
}
