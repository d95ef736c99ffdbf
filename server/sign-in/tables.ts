import type { Generated } from 'kysely';
import type { Role } from '#contract/desk/permissions.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import type { Iso, Maybe } from '#server/database/tables.ts';

/** The first factor of a person, and the authenticator app. Who has a row has accepted an invitation, or set the desk up. */
export interface StaffAccountTable {
  person_id: string;
  /** As `password.ts` writes it. */
  password_hash: string;
  password_changed_at: Iso;
  /** Sealed with the server's key. */
  totp_secret: Maybe<string>;
  totp_added_at: Maybe<Iso>;
  /** The time step of the last code that was accepted: this one and earlier ones are not accepted again (RFC 6238 5.2). */
  totp_used_step: Maybe<number>;
  /** Wrong codes from unknown devices since one of them last gave a right one. */
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
  /** How often it signed, when it counts. PostgreSQL gives a bigint as text. */
  counter: number | string;
  /** A JSON list. */
  transports: string;
  /** `multiDevice`: its provider copies it to the person's other devices. */
  device_type: 'singleDevice' | 'multiDevice';
  created_at: Iso;
  used_at: Maybe<Iso>;
}

export interface StaffRecoveryCodeTable {
  hash: string;
  person_id: string;
  created_at: Iso;
  used_at: Maybe<Iso>;
}

/** A browser in which somebody gave both factors before. Two people who share a browser have a row each. */
export interface StaffDeviceTable {
  id: string;
  person_id: string;
  /** Wrong codes from this device since its last right one. */
  wrong_codes: Generated<number>;
  created_at: Iso;
  used_at: Iso;
}

/** A link that works once. Its token follows from its id and the server's key, and is stored nowhere. */
export interface StaffLinkTable {
  id: string;
  kind: LinkKind;
  token_hash: string;
  /** Null for the set-up link. */
  person_id: Maybe<string>;
  created_at: Iso;
  expires_at: Iso;
  used_at: Maybe<Iso>;
  /** It was withdrawn, or another one took its place. */
  ended_at: Maybe<Iso>;
}

/** An invitation, by the id of its link. */
export interface StaffInvitationTable {
  id: string;
  person_id: string;
  invited_by: string;
  /** What the person becomes when the inviter has confirmed. Until then the person has no role. */
  role: Role;
  /** Six digits that whoever accepted sees, and the inviter types. */
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
  /** The hash of the token before this one. It opens nothing; a sign-out or a sign-in that was sent with it ends the session. */
  replaced_hash: Maybe<string>;
  person_id: string;
  stage: SessionStage;
  /** The role that its person signed in with; the session ends when that changes. Before, the role that the set-up link gives. */
  role: Maybe<Role>;
  /** The browser and the system, for people: `Firefox on Windows`. */
  device: string;
  /** The known device (`staff_devices`) that it began in; null in an unknown one. */
  device_id: Maybe<string>;
  created_at: Iso;
  expires_at: Iso;
  /** The last sign of the person, give or take a minute. */
  active_at: Iso;
  /** When a factor was last proven. */
  proved_at: Maybe<Iso>;
  locked_at: Maybe<Iso>;
  ended_at: Maybe<Iso>;
  /** When a device link was opened in it. */
  device_link_at: Maybe<Iso>;
  /** Wrong codes in this session. */
  wrong_codes: Generated<number>;
  /** The password that a reset sets once the second factor is given. */
  new_password_hash: Maybe<string>;
  /** The secret of an authenticator app that has not shown its first code yet. Sealed. */
  new_totp_secret: Maybe<string>;
}

/** A challenge of a passkey that was answered, until it runs out by itself. */
export interface StaffUsedChallengeTable {
  hash: string;
  expires_at: Iso;
}

const noticeKinds = [
  'new-device',
  'password-changed',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'codes-guessed',
  'recovered',
  'address-changed',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What a person is told by mail about their account, or an admin about somebody's. */
export interface StaffNoticeTable {
  id: string;
  kind: NoticeKind;
  person_id: string;
  /** Whose account it is. */
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
