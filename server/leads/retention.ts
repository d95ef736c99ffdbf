import { blankedWith, defineRetention, deletedWith, type KindFacts, keys, nobody } from '#server/record-kind.ts';

export const inquiryFacts: KindFacts = {
  name: 'inquiries',
  class: 'communication',
  startsAt: 'a lead that became no account last changed',
};

export const leadRetention = defineRetention({
  tables: {
    leads: {
      ...keys('id', 'reference', 'owner_id', 'dealership_id', 'joined_into_id', 'hold_id'),
      ...nobody('kind', 'flags', 'created_at', 'amended_at', 'status', 'version', 'due_at', 'follow_up_at'),
      ...nobody('first_contact_at', 'closed_at', 'joined_at', 'keyed_at', 'updated_at', 'erased_at'),
      answers: blankedWith('inquiries', 'accounts').foundAs('lead'),
    },
    lead_events: {
      ...keys('id', 'lead_id', 'by_id'),
      ...nobody('at', 'kind'),
      by_name: deletedWith('inquiries', 'accounts').foundAs('staff'),
      detail: deletedWith('inquiries', 'accounts').foundAs('lead'),
    },
    lead_keys: {
      ...keys('lead_id'),
      ...nobody('kind'),
      value: deletedWith('inquiries', 'accounts').foundAs('lead'),
    },
    leads_apart: { ...keys('lead_id', 'other_id', 'by_id'), ...nobody('at') },
    submissions: {
      ...keys('id', 'lead_id', 'replaced_by'),
      ...nobody('kind', 'created_at', 'superseded_at', 'sms_consent_at', 'sms_consent_version'),
      ...nobody('sms_consent_wording'),
      fingerprint: blankedWith('inquiries', 'accounts').notSought('a hash, which names nobody'),
      answers: blankedWith('inquiries', 'accounts').foundAs('lead'),
      submitted_date: blankedWith('inquiries', 'accounts').notSought('a date'),
    },
  },
  kinds: [inquiryFacts],
});
