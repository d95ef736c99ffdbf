import type { FeatureRetention } from '#server/record-kind.ts';

/** A token belongs to a program. Its row stays, so that the audit log can name it. */
export const apiRetention: FeatureRetention<'api_tokens'> = {
  tables: {
    api_tokens: {
      id: 'key',
      name: 'nobody',
      token_hash: 'key',
      scopes: 'nobody',
      created_at: 'nobody',
      created_by: 'key',
      expires_at: 'nobody',
      last_used_at: 'nobody',
      revoked_at: 'nobody',
    },
  },
};
