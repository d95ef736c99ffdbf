import { blankedWith, deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const inquiryFacts: KindFacts = {
  name: 'inquiries',
  class: 'communication',
  startsAt: 'a lead that became no account last changed',
};

export const leadRetention: FeatureRetention<'leads' | 'lead_events' | 'lead_keys' | 'leads_apart' | 'submissions'> = {
  tables: {
    leads: {
      id: 'key',
      kind: 'nobody',
      reference: 'key',
      answers: blankedWith('inquiries', 'accounts'),
      flags: 'nobody',
      created_at: 'nobody',
      amended_at: 'nobody',
      status: 'nobody',
      version: 'nobody',
      owner_id: 'key',
      dealership_id: 'key',
      due_at: 'nobody',
      follow_up_at: 'nobody',
      first_contact_at: 'nobody',
      closed_at: 'nobody',
      joined_at: 'nobody',
      keyed_at: 'nobody',
      joined_into_id: 'key',
      hold_id: 'key',
      erased_at: 'nobody',
    },
    lead_events: {
      id: 'key',
      lead_id: 'key',
      at: 'nobody',
      kind: 'nobody',
      by_id: 'key',
      by_name: deletedWith('inquiries', 'accounts'),
      detail: deletedWith('inquiries', 'accounts'),
    },
    lead_keys: {
      lead_id: 'key',
      kind: 'nobody',
      value: deletedWith('inquiries', 'accounts'),
    },
    leads_apart: {
      lead_id: 'key',
      other_id: 'key',
      at: 'nobody',
      by_id: 'key',
    },
    submissions: {
      id: 'key',
      lead_id: 'key',
      kind: 'nobody',
      fingerprint: blankedWith('inquiries', 'accounts'),
      answers: blankedWith('inquiries', 'accounts'),
      submitted_date: blankedWith('inquiries', 'accounts'),
      created_at: 'nobody',
      superseded_at: 'nobody',
      replaced_by: 'key',
      sms_consent_at: 'nobody',
      sms_consent_version: 'nobody',
      sms_consent_wording: 'nobody',
    },
  },
  kinds: [inquiryFacts],
};
