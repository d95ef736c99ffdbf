import { defineMadeSince } from '#server/carry-over.ts';
import { dealershipOf } from '#server/dealerships/service.ts';
import { findCode } from './store.ts';

/** Lists the codes that were made since a backup. They open nothing after its restore, and the codes that they replaced stay ended. */
export const madeCodes = defineMadeSince(
  'access_codes',
  { things: ['access code', 'access codes'], since: ['created_at'] },
  (trx, id) => findCode(trx, 'id', id),
  async ({ dealership_id, revoked_at }, trx) => {
    if (revoked_at !== null) return null;
    if (dealership_id === null) return 'shared by dealerships';
    return `of ${(await dealershipOf(trx, dealership_id))?.name ?? 'a new dealership'}`;
  },
);
