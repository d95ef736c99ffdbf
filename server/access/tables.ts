import type { Iso, Maybe } from '#server/database/tables.ts';

/** An access code of the portal. The code itself is not stored. */
export interface AccessCodeTable {
  id: string;
  /** 1, 2, 3 … in order of creation: what people call it. No number is given twice. */
  number: number;
  /** HMAC-SHA-256 of the whole code with the server's key. No two codes have the same. */
  hash: string;
  /** Null for the code that dealerships share. */
  dealership_id: Maybe<string>;
  created_at: Iso;
  expires_at: Maybe<Iso>;
  revoked_at: Maybe<Iso>;
}

export interface PortalSessionTable {
  id: string;
  /** Keyed hash of the bearer token. */
  token_hash: string;
  code_id: string;
  created_at: Iso;
  expires_at: Iso;
  ended_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    access_codes: AccessCodeTable;
    portal_sessions: PortalSessionTable;
  }
}
