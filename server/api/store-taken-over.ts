import { defineTakenOver } from '#server/taken-over.ts';
import { revokeToken } from './store.ts';

/** A token that was revoked since a backup opens nothing after its restore. */
export const takenOverTokens = defineTakenOver('api_tokens', async (trx, rows) => {
  let revoked = 0;
  for (const { id, revoked_at } of rows) {
    if (revoked_at !== null && (await revokeToken(trx, id, revoked_at))) revoked += 1;
  }
  return revoked;
});
