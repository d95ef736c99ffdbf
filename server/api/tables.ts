import type { Iso, Json, Maybe } from '#server/database/tables.ts';

/** A token with which another program reads. */
export interface ApiTokenTable {
  id: string;
  name: string;
  /** Keyed hash of the token. The token itself is stored nowhere. */
  token_hash: string;
  /** The list of what it may read. */
  scopes: Json;
  created_at: Iso;
  created_by: Maybe<string>;
  expires_at: Iso;
  /** When it was last used, to the minute. */
  last_used_at: Maybe<Iso>;
  revoked_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    api_tokens: ApiTokenTable;
  }
}
