import type { FeatureRetention } from '#server/record-kind.ts';
import { spansKeptForDays } from './pruning.ts';

export const measuredRetention: FeatureRetention<'up_spans' | 'measured_hours'> = {
  tables: {
    up_spans: { id: 'key', started_at: 'nobody', seen_at: 'nobody' },
    measured_hours: { as_of: 'key', form: 'key', facts: 'nobody' },
  },
  pruned: [
    {
      name: 'spans in which a server answered',
      class: 'technical',
      startsAt: 'the span ended',
      keptFor: { days: spansKeptForDays },
    },
  ],
};
