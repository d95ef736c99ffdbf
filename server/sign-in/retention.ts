import { deletedWith, type FeatureRetention, keys, nobody } from '#server/record-kind.ts';
import { signInKeptForDays } from './pruning.ts';

export const signInRetention: FeatureRetention<
  | 'staff_accounts'
  | 'staff_passkeys'
  | 'staff_recovery_codes'
  | 'staff_devices'
  | 'staff_links'
  | 'staff_invitations'
  | 'staff_sessions'
  | 'staff_used_challenges'
  | 'staff_notices'
> = {
  tables: {
    staff_accounts: {
      ...keys('person_id'),
      ...nobody('password_changed_at', 'totp_added_at', 'totp_used_step', 'wrong_codes', 'created_at'),
      password_hash: deletedWith('staff accounts').notSought('a secret, which names nobody'),
      totp_secret: deletedWith('staff accounts').notSought('a secret, which names nobody'),
    },
    staff_passkeys: {
      ...keys('id', 'person_id'),
      ...nobody('counter', 'created_at', 'used_at'),
      name: deletedWith('staff accounts').foundAs('staff'),
      public_key: deletedWith('staff accounts').notSought('a key of a device'),
      transports: deletedWith('staff accounts').notSought('a word of a closed list, of a device'),
      device_type: deletedWith('staff accounts').notSought('a word of a closed list, of a device'),
    },
    staff_recovery_codes: {
      ...keys('person_id'),
      ...nobody('created_at', 'used_at', 'unkept_since'),
      hash: deletedWith('staff accounts').notSought('a hash, which names nobody'),
    },
    staff_devices: {
      ...keys('person_id'),
      ...nobody('wrong_codes', 'created_at', 'used_at'),
      id: deletedWith('known devices').notSought('a random number, which names nobody'),
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
      new_password_hash: deletedWith('staff sessions').notSought('a secret, which names nobody'),
      new_totp_secret: deletedWith('staff sessions').notSought('a secret, which names nobody'),
    },
    staff_used_challenges: { ...keys('hash'), ...nobody('expires_at') },
    staff_notices: {
      ...keys('id', 'person_id', 'about_id'),
      ...nobody('kind', 'created_at'),
      device: deletedWith('notices').foundAs('staff'),
    },
  },
  pruned: [
    {
      name: 'staff sessions',
      class: 'technical',
      startsAt: 'the session ran out',
      keptFor: { days: signInKeptForDays.sessions },
    },
    {
      name: 'links of the sign-in',
      class: 'technical',
      startsAt: 'the link ran out; an accepted invitation waits for its inviter',
      keptFor: { days: signInKeptForDays.links },
    },
    {
      name: 'known devices',
      class: 'technical',
      startsAt: 'the device was last used',
      keptFor: { days: signInKeptForDays.devices },
    },
    {
      name: 'notices',
      class: 'technical',
      startsAt: 'the notice was written',
      keptFor: { days: signInKeptForDays.notices },
    },
  ],
};
