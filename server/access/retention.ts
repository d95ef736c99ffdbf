import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';
import { accessKeptFor } from './kept-for.ts';

export const accessRetention: FeatureRetention<'access_codes' | 'code_links' | 'portal_sessions'> = {
  tables: {
    access_codes: {
      id: 'key',
      number: 'nobody',
      hash: 'key',
      dealership_id: 'key',
      created_at: 'nobody',
      expires_at: 'nobody',
      revoked_at: 'nobody',
      last_used_at: 'nobody',
      replaced_at: 'nobody',
      account_closed_at: 'nobody',
    },
    code_links: {
      id: 'key',
      token_hash: 'key',
      dealership_id: 'key',
      contact_name: deletedWith('links to access codes').foundAs('code-link'),
      mail: deletedWith('links to access codes').foundAs('code-link'),
      phone: deletedWith('links to access codes').foundAs('code-link'),
      by_id: 'key',
      grace_hours: 'nobody',
      created_at: 'nobody',
      expires_at: 'nobody',
      used_at: 'nobody',
      ended_at: 'nobody',
      claim_hash: 'key',
      code_id: 'key',
      earlier_holds_until: 'nobody',
    },
    portal_sessions: {
      id: 'key',
      token_hash: deletedWith('portal sessions').notSought('a hash, which names nobody'),
      code_id: 'key',
      created_at: 'nobody',
      expires_at: 'nobody',
      ended_at: 'nobody',
    },
  },
  pruned: [
    {
      name: 'portal sessions',
      class: 'technical',
      startsAt: 'the session ran out',
      keptFor: { days: accessKeptFor.sessionDays },
    },
    {
      name: 'links to access codes',
      class: 'technical',
      startsAt: 'the link ran out',
      keptFor: { days: accessKeptFor.deadCodeDays },
    },
  ],
};
