import { idsOf } from '#server/rows.ts';
import { defineMadeSince, defineTakenOver } from '#server/taken-over.ts';
import { revokeToken } from './store.ts';

/** Revokes, after a restore, the tokens that were revoked since the backup. */
export const takenOverTokens = defineTakenOver('api_tokens', { things: ['token', 'tokens'] }, async (trx, rows) => {
  let revoked = 0;
  for (const { id, revoked_at } of rows) {
    if (revoked_at !== null && (await revokeToken(trx, id, revoked_at))) revoked += 1;
  }
  return revoked;
});

/** Tokens that were made since the backup and not revoked. Their programs are refused. */
export const madeTokens = defineMadeSince('api_tokens', { things: ['token', 'tokens'] }, async (trx, rows) => {
  const known = new Set(idsOf(await trx.selectFrom('api_tokens').select('id').execute()));
  return rows.flatMap(({ id, name, revoked_at }) => (known.has(id) || revoked_at !== null ? [] : [name]));
});
