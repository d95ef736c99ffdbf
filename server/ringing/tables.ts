import type { RingStage } from '#contract/desk/live.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/** How a ring ended: somebody accepted, the request was over, or it waits anew because it was handed back. */
export type RingEnd = 'accepted' | 'over' | 'again';

/** One ringing of a request, from the time it began to wait until somebody has it. */
export interface RingTable {
  id: string;
  request_id: string;
  /** When the request began to wait. Unique together with the request, because a request that is handed back rings again. */
  asked_at: Iso;
  stage: RingStage;
  stage_at: Iso;
  ended_at: Maybe<Iso>;
  ended_as: Maybe<RingEnd>;
}

/** A stage of a ring at one person. */
export interface RingPersonTable {
  ring_id: string;
  person_id: string;
  stage: RingStage;
  rung_at: Iso;
  /** When their devices were pushed last. */
  pushed_at: Iso;
  seen_at: Maybe<Iso>;
  /** When it stopped ringing for a person who has not seen it, because they are not available any more or declined. */
  stopped_at: Maybe<Iso>;
}

/** The keys that pushes are signed with (VAPID, RFC 8292). There is one row. */
export interface PushKeyTable {
  id: 'vapid';
  public_key: string;
  /** Encrypted with the server's key. */
  sealed_private_key: string;
  created_at: Iso;
}

/** A browser that is pushed when it rings for its person. */
export interface PushSubscriptionTable {
  id: string;
  person_id: string;
  session_id: string;
  endpoint: string;
  /** SHA-256 of the endpoint, unique. */
  endpoint_hash: string;
  /** The browser's keys (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  created_at: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    rings: RingTable;
    ring_people: RingPersonTable;
    push_keys: PushKeyTable;
    push_subscriptions: PushSubscriptionTable;
  }
}
