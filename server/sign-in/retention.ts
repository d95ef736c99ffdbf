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
      password_hash: deletedWith('staff accounts'),
      password_changed_at: 'nobody',
      totp_secret: deletedWith('staff accounts'),
      totp_added_at: 'nobody',
      totp_used_step: 'nobody',
      wrong_codes: 'nobody',
      created_at: 'nobody',
    },
    staff_passkeys: {
      id: 'key',
      person_id: 'key',
      name: deletedWith('staff accounts'),
      public_key: deletedWith('staff accounts'),
      counter: 'nobody',
      transports: deletedWith('staff accounts'),
      device_type: deletedWith('staff accounts'),
      created_at: 'nobody',
      used_at: 'nobody',
    },
    staff_recovery_codes: {
      hash: deletedWith('staff accounts'),
      person_id: 'key',
      created_at: 'nobody',
      used_at: 'nobody',
    },
    staff_devices: {
      id: deletedWith('known devices'),
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
      accepted_name: deletedWith('links of the sign-in'),
      accepted_at: 'nobody',
      confirmed_at: 'nobody',
      ended_at: 'nobody',
    },
    staff_sessions: {
      id: 'key',
      token_hash: 'key',
      person_id: 'key',
      stage: 'nobody',
      role: 'nobody',
      device: deletedWith('staff sessions'),
      device_id: 'key',
      created_at: 'nobody',
      expires_at: 'nobody',
      active_at: 'nobody',
      proved_at: 'nobody',
      locked_at: 'nobody',
      ended_at: 'nobody',
      device_link_at: 'nobody',
      wrong_codes: 'nobody',
      new_password_hash: deletedWith('staff sessions'),
      new_totp_secret: deletedWith('staff sessions'),
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
      device: deletedWith('notices'),
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
