import { blankedWith, deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const accountFacts: KindFacts = {
  name: 'accounts',
  class: 'account',
  startsAt: 'the account was closed, or the dealership removed',
};

export const dealershipRetention: FeatureRetention<
  'dealerships' | 'dealership_contacts' | 'ended_contacts' | 'dealership_events' | 'store_sheets'
> = {
  tables: {
    dealerships: {
      id: 'key',
      name: blankedWith('accounts').foundAs('dealership'),
      phone: blankedWith('accounts').foundAs('dealership'),
      created_at: 'nobody',
      name_key: blankedWith('accounts').notSought('made from the name, by which it is found'),
      zone: 'nobody',
      sample_at: 'nobody',
      removed_at: 'nobody',
      version: 'nobody',
      address: blankedWith('accounts').foundAs('dealership'),
      website: blankedWith('accounts').foundAs('dealership'),
      hours: blankedWith('accounts').notSought('opening hours of a business: clock times alone'),
      agreement_date: 'nobody',
      closed_at: 'nobody',
      lead_id: 'key',
      hold_id: 'key',
      updated_at: 'nobody',
      erased_at: 'nobody',
    },
    dealership_contacts: {
      id: 'key',
      dealership_id: 'key',
      place: 'nobody',
      name: deletedWith('accounts').foundAs('contact'),
      role: deletedWith('accounts').foundAs('contact'),
      phone: deletedWith('accounts').foundAs('contact'),
      mail: deletedWith('accounts').foundAs('contact'),
      consent_submission_id: 'key',
      consent_phone: deletedWith('accounts').foundAs('contact'),
    },
    ended_contacts: { id: 'key', ended_at: 'nobody' },
    dealership_events: {
      id: 'key',
      dealership_id: 'key',
      at: 'nobody',
      kind: 'nobody',
      by_id: 'key',
      detail: 'nobody',
    },
    store_sheets: {
      dealership_id: 'key',
      version: 'nobody',
      fields: deletedWith('accounts').foundAs('sheet-value', 'staff'),
    },
  },
  kinds: [accountFacts],
};
