import { defineMadeSince, defineRowCarryOver } from '#server/carry-over.ts';
import { findToken, revokeToken } from './store.ts';

/** Revokes, after a restore, the tokens that were revoked since the backup. */
export const carriedOverTokens = defineRowCarryOver(
  'api_tokens',
  { things: ['token', 'tokens'] },
  async (trx, { id, revoked_at }) => revoked_at !== null && revokeToken(trx, id, revoked_at),
);

/** Tokens that were made since the backup and not revoked. Their programs are refused. */
export const madeTokens = defineMadeSince(
  'api_tokens',
  { things: ['token', 'tokens'] },
  findToken,
  ({ name, revoked_at }) => (revoked_at === null ? name : null),
);
