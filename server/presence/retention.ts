import { defineRetention, deletedWith, keys, nobody } from '#server/record-kind.ts';

/**
 * How long the history of who was available reaches back. The figures of a day that is over are kept by themselves, and are counted
 * again from this history when something of that day changes. So it reaches back further than the year that the figures show.
 */
export const presenceKeptForDays = 800;

export const presenceRetention = defineRetention({
  tables: {
    presence: {
      ...keys('person_id'),
      ...nobody('since', 'shift_at'),
      state: deletedWith('staff accounts').notSought('a word of a closed list, of a person who is found by name'),
    },
    presence_changes: {
      ...keys('seq', 'person_id', 'request_id'),
      ...nobody('at', 'cause'),
      state: deletedWith('presence').notSought('a word of a closed list, of a person who is found by name'),
    },
    presence_deals: { ...keys('request_id', 'person_id'), ...nobody('since') },
  },
  pruned: [
    { name: 'presence', class: 'account', startsAt: 'the presence changed', keptFor: { days: presenceKeptForDays } },
  ],
});
