import type { Generated } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';
import type { NoticeKind } from './messages/words.ts';

/** The password of a person, and their authenticator app. A person with a row has accepted an invitation or set the desk up. */
export interface StaffAccountTable {
  person_id: string;
  /** The hash in the form that `password.ts` writes. */
  password_hash: string;
  password_changed_at: Iso;
  /** Encrypted with the server's key. */
  totp_secret: Maybe<string>;
  totp_added_at: Maybe<Iso>;
  /** The time step of the last accepted code. Codes of this step and of earlier ones are not accepted again (RFC 6238 5.2). */
  totp_used_step: Maybe<number>;
  /** Codes that were counted from unknown devices since one of them last signed in. */
  wrong_codes: Generated<number>;
  created_at: Iso;
}

/** A passkey, by the id of its credential. */
export interface StaffPasskeyTable {
  id: string;
  person_id: string;
  name: string;
  /** COSE, in base64url. */
  public_key: string;
  /** The authenticator's own count of its uses; 0 when it does not count. PostgreSQL gives a bigint as text. */
  counter: number | string;
  /** A JSON list. */
  transports: string;
  /** `multiDevice`: its provider copies it to the person's other devices. */
  device_type: 'singleDevice' | 'multiDevice';
  created_at: Iso;
  used_at: Maybe<Iso>;
}

interface StaffRecoveryCodeTable {
  hash: string;
  person_id: string;
  created_at: Iso;
  used_at: Maybe<Iso>;
  /** When it was made, as long as its person has not said that they kept it; null from then on. */
  unkept_since: Maybe<Iso>;
}

/** A browser in which a person gave both factors before. Two people who share a browser have a row each. */
interface StaffDeviceTable {
  id: string;
  person_id: string;
  /** Codes that were counted from this device since its last right one. */
  wrong_codes: Generated<number>;
  created_at: Iso;
  used_at: Iso;
}

/** A link that works once. Its token is computed from its id and the server's key, and is not stored. */
export interface StaffLinkTable {
  id: string;
  kind: LinkKind;
  token_hash: string;
  /** Null for the set-up link. */
  person_id: Maybe<string>;
  created_at: Iso;
  expires_at: Iso;
  used_at: Maybe<Iso>;
  /** When it was withdrawn, or a newer one replaced it. */
  ended_at: Maybe<Iso>;
  /** The session that it began, or that it let try codes. The same press finds it again when its answer was lost. */
  session_id: Maybe<string>;
}

/** An invitation, by the id of its link. */
export interface StaffInvitationTable {
  id: string;
  person_id: string;
  invited_by: string;
  /** The role that the person gets when the inviter has confirmed. Until then the person has none. */
  role: Role;
  /** Six digits. The person who accepted sees them, and the inviter types them. */
  code: Maybe<string>;
  wrong_codes: Generated<number>;
  accepted_name: Maybe<string>;
  accepted_at: Maybe<Iso>;
  confirmed_at: Maybe<Iso>;
  ended_at: Maybe<Iso>;
}

/** How far a sign-in has come. */
export type SessionStage = 'first-factor' | 'enrol' | 'waiting' | 'signed-in';

export interface StaffSessionTable {
  id: string;
  token_hash: string;
  /** The hash of the token before the current one. It opens nothing. A sign-out or a sign-in that was sent with it ends the session. */
  replaced_hash: Maybe<string>;
  person_id: string;
  stage: SessionStage;
  /**
   * The role with which its person signed in. When the person's role changes, the session ends. During set-up: the role that it will give.
   */
  role: Maybe<Role>;
  /** The browser and the system, for people: `Firefox on Windows`. */
  device: string;
  /** The known device (`staff_devices`) in which it began; null for an unknown one. */
  device_id: Maybe<string>;
  created_at: Iso;
  expires_at: Iso;
  /** The last sign of the person, exact to a minute. */
  active_at: Iso;
  /** When a factor was last proven. */
  proved_at: Maybe<Iso>;
  locked_at: Maybe<Iso>;
  ended_at: Maybe<Iso>;
  /** When a device link was opened in it. */
  device_link_at: Maybe<Iso>;
  /** Codes that were counted in this session after a device link was opened. */
  wrong_codes: Generated<number>;
  /** The password that a reset sets once the second factor is given. */
  new_password_hash: Maybe<string>;
  /** The secret of an authenticator app that has not shown its first code yet. Encrypted. */
  new_totp_secret: Maybe<string>;
  /** When that secret was made. */
  new_totp_at: Maybe<Iso>;
}

/** A passkey's challenge that was answered. It is kept until it would have run out. */
interface StaffUsedChallengeTable {
  hash: string;
  expires_at: Iso;
}

/** A notice by mail: to a person about their own account, or to an admin about another's. */
export interface StaffNoticeTable {
  id: string;
  kind: NoticeKind;
  person_id: string;
  /** The person whose account it is about. */
  about_id: string;
  device: string;
  created_at: Iso;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    staff_accounts: StaffAccountTable;
    staff_passkeys: StaffPasskeyTable;
    staff_recovery_codes: StaffRecoveryCodeTable;
    staff_devices: StaffDeviceTable;
    staff_links: StaffLinkTable;
    staff_invitations: StaffInvitationTable;
    staff_sessions: StaffSessionTable;
    staff_used_challenges: StaffUsedChallengeTable;
    staff_notices: StaffNoticeTable;
  }
}
