import { blankedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const staffFacts: KindFacts = { name: 'staff accounts', class: 'account', startsAt: 'the person was removed' };

export const peopleRetention: FeatureRetention<'people'> = {
  tables: {
    people: {
      id: 'key',
      name: blankedWith('staff accounts').foundAs('staff'),
      phone: blankedWith('staff accounts').foundAs('staff'),
      mail: blankedWith('staff accounts').foundAs('staff'),
      created_at: 'nobody',
      on_shift_at: 'nobody',
      mail_key: blankedWith('staff accounts').notSought('made from the mail, by which it is found'),
      role: 'nobody',
      on_call_at: 'nobody',
      removed_at: 'nobody',
      version: 'nobody',
      shift_decided_at: 'nobody',
      off_due_at: 'nobody',
      licensed_states: blankedWith('staff accounts').notSought('states, given with the person, who is found by name'),
      erased_at: 'nobody',
    },
  },
  kinds: [staffFacts],
};
