import { defineRetention } from '#server/record-kind.ts';

/** Nothing here is about a person: when a server answered, and what was counted. `service.ts` says how long spans are kept. */
export const measuredRetention = defineRetention({
  tables: {
    up_spans: { id: 'key', started_at: 'nobody', seen_at: 'nobody' },
    measured_hours: { as_of: 'key', form: 'key', facts: 'nobody' },
  },
});
