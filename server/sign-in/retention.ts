import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';
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
      person_id: 'key',
      password_hash: deletedWith('staff accounts').notSought('a secret, which names nobody'),
      password_changed_at: 'nobody',
      totp_secret: deletedWith('staff accounts').notSought('a secret, which names nobody'),
      totp_added_at: 'nobody',
      totp_used_step: 'nobody',
      wrong_codes: 'nobody',
      created_at: 'nobody',
    },
    staff_passkeys: {
      id: 'key',
      person_id: 'key',
      name: deletedWith('staff accounts').foundAs('staff'),
      public_key: deletedWith('staff accounts').notSought('a key of a device'),
      counter: 'nobody',
      transports: deletedWith('staff accounts').notSought('a word of a closed list, of a device'),
      device_type: deletedWith('staff accounts').notSought('a word of a closed list, of a device'),
      created_at: 'nobody',
      used_at: 'nobody',
    },
    staff_recovery_codes: {
      hash: deletedWith('staff accounts').notSought('a hash, which names nobody'),
      person_id: 'key',
      created_at: 'nobody',
      used_at: 'nobody',
    },
    staff_devices: {
      id: deletedWith('known devices').notSought('a random number, which names nobody'),
      person_id: 'key',
      wrong_codes: 'nobody',
      created_at: 'nobody',
      used_at: 'nobody',
    },
    staff_links: {
      id: 'key',
      kind: 'nobody',
      token_hash: 'key',
      person_id: 'key',
      created_at: 'nobody',
      expires_at: 'nobody',
      used_at: 'nobody',
      ended_at: 'nobody',
    },
    staff_invitations: {
      id: 'key',
      person_id: 'key',
      invited_by: 'nobody',
      role: 'nobody',
      code: 'key',
      wrong_codes: 'nobody',
      accepted_name: deletedWith('links of the sign-in').foundAs('staff'),
      accepted_at: 'nobody',
      confirmed_at: 'nobody',
      ended_at: 'nobody',
    },
    staff_sessions: {
      id: 'key',
      token_hash: 'key',
      replaced_hash: 'key',
      person_id: 'key',
      stage: 'nobody',
      role: 'nobody',
      device: deletedWith('staff sessions').foundAs('staff'),
      device_id: 'key',
      created_at: 'nobody',
      expires_at: 'nobody',
      active_at: 'nobody',
      proved_at: 'nobody',
      locked_at: 'nobody',
      ended_at: 'nobody',
      device_link_at: 'nobody',
      wrong_codes: 'nobody',
      new_password_hash: deletedWith('staff sessions').notSought('a secret, which names nobody'),
      new_totp_secret: deletedWith('staff sessions').notSought('a secret, which names nobody'),
    },
    staff_used_challenges: {
      hash: 'key',
      expires_at: 'nobody',
    },
    staff_notices: {
      id: 'key',
      kind: 'nobody',
      person_id: 'key',
      about_id: 'key',
      device: deletedWith('notices').foundAs('staff'),
      created_at: 'nobody',
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
