import { deletedWith, type FeatureRetention, type KindFacts } from '#server/record-kind.ts';

export const holdFacts: KindFacts = { name: 'legal holds', class: 'account', startsAt: 'the hold ended' };

export const sweepRetention: FeatureRetention<'legal_holds' | 'record_sweeps'> = {
  tables: {
    legal_holds: {
      id: 'key',
      kind: 'nobody',
      subject_id: 'key',
      reason: deletedWith('legal holds').foundAs('hold'),
      set_by_id: 'key',
      set_at: 'nobody',
      ended_by_id: 'key',
      ended_at: 'nobody',
    },
    record_sweeps: {
      id: 'key',
      night: 'key',
      started_at: 'nobody',
      lease_until: 'nobody',
      lease_token: 'key',
      ended_at: 'nobody',
      planned: 'nobody',
      foreseen: 'nobody',
      taken: 'nobody',
      kept: 'nobody',
      doubt: 'nobody',
      confirmed_at: 'nobody',
      confirmed_by_id: 'key',
    },
  },
  kinds: [holdFacts],
};
