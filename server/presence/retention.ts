import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';
import { presenceKeptForDays } from './pruning.ts';

export const presenceRetention: FeatureRetention<'presence' | 'presence_changes' | 'presence_deals'> = {
  tables: {
    presence: {
      person_id: 'key',
      state: deletedWith('staff accounts').notSought('a word of a closed list, of a person who is found by name'),
      since: 'nobody',
      shift_at: 'nobody',
    },
    presence_changes: {
      seq: 'key',
      person_id: 'key',
      state: deletedWith('presence').notSought('a word of a closed list, of a person who is found by name'),
      at: 'nobody',
      cause: 'nobody',
      request_id: 'key',
    },
    presence_deals: {
      request_id: 'key',
      person_id: 'key',
      since: 'nobody',
    },
  },
  pruned: [
    { name: 'presence', class: 'technical', startsAt: 'the presence changed', keptFor: { days: presenceKeptForDays } },
  ],
};
