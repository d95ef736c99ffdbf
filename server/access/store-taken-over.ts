import { namesOf } from '#server/dealerships/service.ts';
import { defineMadeSince } from '#server/taken-over.ts';
import { findCode } from './store.ts';

/** Lists the codes that were made since a backup. They open nothing after its restore, and the codes that they replaced stay ended. */
export const madeCodes = defineMadeSince(
  'access_codes',
  { things: ['access code', 'access codes'], since: ['created_at'] },
  async (trx, rows) => {
    const names = await namesOf(trx);
    const known: string[] = [];
    for (const { id, dealership_id, revoked_at } of rows) {
      if (revoked_at !== null || (await findCode(trx, 'id', id))) continue;
      known.push(
        dealership_id === null ? 'shared by dealerships' : `of ${names.get(dealership_id) ?? 'a new dealership'}`,
      );
    }
    return known;
  },
);
