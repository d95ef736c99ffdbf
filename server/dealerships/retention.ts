import {
  blankedWith,
  columns,
  defineRetention,
  deletedWith,
  type KindFacts,
  keys,
  nobody,
} from '#server/record-kind.ts';

export const accountFacts: KindFacts = {
  name: 'accounts',
  class: 'account',
  startsAt: 'the account was closed, or the dealership removed',
};

export const dealershipRetention = defineRetention({
  tables: {
    dealerships: {
      ...keys('id', 'lead_id', 'hold_id'),
      ...nobody('created_at', 'zone', 'sample_at', 'removed_at', 'version', 'agreement_date', 'closed_at'),
      ...nobody('updated_at', 'erased_at'),
      ...columns(blankedWith('accounts').foundAs('dealership'), 'name', 'phone', 'address', 'website'),
      name_key: blankedWith('accounts').notSought('made from the name, by which it is found'),
      hours: blankedWith('accounts').notSought('opening hours of a business: clock times alone'),
    },
    dealership_contacts: {
      ...keys('id', 'dealership_id', 'consent_submission_id'),
      ...nobody('place'),
      ...columns(deletedWith('accounts').foundAs('contact'), 'name', 'role', 'phone', 'mail', 'consent_phone'),
    },
    ended_contacts: { id: 'key', ended_at: 'nobody' },
    dealership_events: { ...keys('id', 'dealership_id', 'by_id'), ...nobody('at', 'kind', 'detail') },
    store_sheets: {
      ...keys('dealership_id'),
      ...nobody('version'),
      fields: deletedWith('accounts').foundAs('sheet-value', 'staff'),
    },
  },
  kinds: [accountFacts],
});
