import { staffTimes } from '#contract/desk/session.ts';
import { columns, defineRetention, deletedWith, keys, nobody, prunedAfter } from '#server/record-kind.ts';
import { dayMs } from '#server/times.ts';
import { deviceForMs } from './cookies.ts';

/** The number of days that each kind of record is kept after its end. */
export const signInKeptForDays = {
  // A session that ran out by itself may still be pushed to for a while.
  sessions: staffTimes.pushedOnCallForMs / dayMs + 1,
  challenges: 0,
  links: 30,
  // A device is known for this long after its last use. After that its row has no use.
  devices: deviceForMs / dayMs,
  notices: 90,
} as const;

export const signInRetention = defineRetention({
  tables: {
    staff_accounts: {
      ...keys('person_id'),
      ...nobody('password_changed_at', 'totp_added_at', 'totp_used_step', 'wrong_codes', 'created_at'),
      ...columns(
        deletedWith('staff accounts').notSought('a secret, which names nobody'),
        'password_hash',
        'totp_secret',
      ),
    },
    staff_passkeys: {
      ...keys('id', 'person_id'),
      ...nobody('counter', 'created_at', 'used_at'),
      name: deletedWith('staff accounts').foundAs('staff'),
      public_key: deletedWith('staff accounts').notSought('a key of a device'),
      ...columns(
        deletedWith('staff accounts').notSought('a word of a closed list, of a device'),
        'transports',
        'device_type',
      ),
    },
    staff_recovery_codes: {
      ...keys('person_id'),
      ...nobody('created_at', 'used_at', 'unkept_since'),
      hash: deletedWith('staff accounts').notSought('a hash, which names nobody'),
    },
    staff_devices: {
      ...keys('person_id'),
      ...nobody('wrong_codes', 'created_at', 'used_at'),
      id: deletedWith('known devices').notSought('a time and a random number, which name nobody'),
    },
    staff_links: {
      ...keys('id', 'token_hash', 'person_id', 'session_id'),
      ...nobody('kind', 'created_at', 'expires_at', 'used_at', 'ended_at'),
    },
    staff_invitations: {
      ...keys('id', 'person_id', 'code'),
      ...nobody('invited_by', 'role', 'wrong_codes', 'accepted_at', 'confirmed_at', 'ended_at'),
      accepted_name: deletedWith('links of the sign-in').foundAs('staff'),
    },
    staff_sessions: {
      ...keys('id', 'token_hash', 'replaced_hash', 'person_id', 'device_id'),
      ...nobody('stage', 'role', 'created_at', 'expires_at', 'active_at', 'proved_at', 'locked_at', 'ended_at'),
      ...nobody('device_link_at', 'wrong_codes', 'new_totp_at'),
      device: deletedWith('staff sessions').foundAs('staff'),
      ...columns(
        deletedWith('staff sessions').notSought('a secret, which names nobody'),
        'new_password_hash',
        'new_totp_secret',
      ),
    },
    staff_used_challenges: { ...keys('hash'), ...nobody('expires_at') },
    staff_notices: {
      ...keys('id', 'person_id', 'about_id'),
      ...nobody('kind', 'created_at'),
      device: deletedWith('notices').foundAs('staff'),
    },
  },
  pruned: [
    prunedAfter(signInKeptForDays.sessions, 'staff sessions', 'the session ran out'),
    prunedAfter(
      signInKeptForDays.links,
      'links of the sign-in',
      'the link ran out; an accepted invitation waits for its inviter',
    ),
    prunedAfter(signInKeptForDays.devices, 'known devices', 'the device was last used'),
    prunedAfter(signInKeptForDays.notices, 'notices', 'the notice was written'),
  ],
});
