import { defineRetention, deletedWith, type KindFacts, keys, nobody } from '#server/record-kind.ts';

export const holdFacts: KindFacts = { name: 'legal holds', class: 'account', startsAt: 'the hold ended' };

export const sweepRetention = defineRetention({
  tables: {
    legal_holds: {
      ...keys('id', 'subject_id', 'set_by_id', 'ended_by_id'),
      ...nobody('kind', 'set_at', 'ended_at'),
      reason: deletedWith('legal holds').foundAs('hold'),
    },
    record_sweeps: {
      ...keys('id', 'night', 'lease_token', 'confirmed_by_id'),
      ...nobody('started_at', 'lease_until', 'ended_at', 'planned', 'foreseen', 'taken', 'kept', 'doubt'),
      ...nobody('confirmed_at'),
    },
  },
  kinds: [holdFacts],
});
