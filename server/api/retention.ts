import { defineRetention, keys, nobody } from '#server/record-kind.ts';

/** A token belongs to a program. Its row is kept, so that the audit log can name it. */
export const apiRetention = defineRetention({
  tables: {
    api_tokens: {
      ...keys('id', 'token_hash', 'created_by'),
      ...nobody('name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'),
    },
  },
});
