import { blankedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const staffFacts: KindFacts = { name: 'staff accounts', class: 'account', startsAt: 'the person was removed' };

export const peopleRetention: FeatureRetention<'people'> = {
  tables: {
    people: {
      id: 'key',
      name: blankedWith('staff accounts'),
      phone: blankedWith('staff accounts'),
      mail: blankedWith('staff accounts'),
      created_at: 'nobody',
      on_shift_at: 'nobody',
      mail_key: blankedWith('staff accounts'),
      role: 'nobody',
      on_call_at: 'nobody',
      removed_at: 'nobody',
      version: 'nobody',
      shift_decided_at: 'nobody',
      off_due_at: 'nobody',
      licensed_states: blankedWith('staff accounts'),
      erased_at: 'nobody',
    },
  },
  kinds: [staffFacts],
};
