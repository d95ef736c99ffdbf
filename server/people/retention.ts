import { blankedWith, columns, defineRetention, type KindFacts, keys, nobody } from '#server/record-kind.ts';

export const staffFacts: KindFacts = { name: 'staff accounts', class: 'account', startsAt: 'the person was removed' };

export const peopleRetention = defineRetention({
  tables: {
    people: {
      ...keys('id'),
      ...nobody('created_at', 'on_shift_at', 'role', 'on_call_at', 'removed_at', 'version', 'shift_decided_at'),
      ...nobody('off_due_at', 'erased_at', 'switches'),
      ...columns(blankedWith('staff accounts').foundAs('staff'), 'name', 'phone', 'mail'),
      mail_key: blankedWith('staff accounts').notSought('made from the mail, by which it is found'),
      licensed_states: blankedWith('staff accounts').notSought('states, given with the person, who is found by name'),
    },
  },
  kinds: [staffFacts],
});
