/** What a restored database takes over of the one that it replaces, once it is up to date and before a server can use it. */
import type { Transaction } from 'kysely';
import { endEveryLink } from '#server/access/service.ts';
import { takenOverTokens } from '#server/api/service.ts';
import type { Tables } from '#server/database/tables.ts';
import { holdDealership } from '#server/dealerships/service.ts';
import { holdLead } from '#server/leads/service.ts';
import { takenOverPeople } from '#server/people/service.ts';
import { takenOverHolds } from '#server/retention/service.ts';
import { takenOverFactors } from '#server/sign-in/service.ts';
import type { Restoring, TakenOver } from '#server/taken-over.ts';
import { takenOverEndpoints } from '#server/webhooks/service.ts';
import type { Replaced } from './replaced.ts';

/** In this order: factors are those of the people who are left. */
export const takenOver: readonly TakenOver[] = [
  takenOverPeople,
  ...takenOverFactors,
  takenOverTokens,
  takenOverEndpoints,
  takenOverHolds({ lead: holdLead, dealership: holdDealership }),
];

/**
 * Makes true in a restored database what was taken away since the backup: links to access codes are ended, because they may have
 * been used or withdrawn; the rest is as in the replaced database.
 *
 * @returns how many things were taken away, but for links
 */
export async function takeOver(
  trx: Transaction<Tables>,
  replaced: Pick<Replaced, 'tables'> | undefined,
  restoring: Restoring,
): Promise<number> {
  await endEveryLink(trx, restoring.at);
  let count = 0;
  for (const each of takenOver) {
    const rows = replaced?.tables.get(each.table);
    if (rows) count += await each.takeOver(trx, rows, restoring);
  }
  return count;
}
