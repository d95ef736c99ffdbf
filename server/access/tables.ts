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
  /** When it last opened the portal, to the minute. */
  last_used_at: Maybe<Iso>;
  /** When a newer code took its place; it is valid until `expires_at`. */
  replaced_at: Maybe<Iso>;
  /** When it was revoked because its dealership's account was closed. The requests made with it still show to whoever made them. */
  account_closed_at: Maybe<Iso>;
}

/** A link that brings a dealership its code. It works once. */
export interface CodeLinkTable {
  id: string;
  /** Keyed hash of the link's token, which follows from the id and the server's key and is stored nowhere. */
  token_hash: string;
  dealership_id: string;
  /** Who it went to, and where, as it was then. */
  contact_name: string;
  mail: Maybe<string>;
  /** In E.164. */
  phone: Maybe<string>;
  /** The person who sent it; null for a command. */
  by_id: Maybe<string>;
  /** How long the earlier codes hold after the press. */
  grace_hours: number;
  created_at: Iso;
  expires_at: Iso;
  used_at: Maybe<Iso>;
  /** When it was withdrawn, replaced by a later one, or ended with the account. */
  ended_at: Maybe<Iso>;
  /** Keyed hash of the key that the pressing browser made. With it the same code is shown again for a while. */
  claim_hash: Maybe<string>;
  code_id: Maybe<string>;
  earlier_holds_until: Maybe<Iso>;
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
    code_links: CodeLinkTable;
    portal_sessions: PortalSessionTable;
  }
}
