import type { FeatureRetention } from '#server/record-kind.ts';

export const alertRetention: FeatureRetention<'alerts'> = {
  tables: {
    alerts: {
      id: 'key',
      kind: 'nobody',
      about: 'key',
      request_id: 'key',
      count: 'nobody',
      raised_at: 'nobody',
      handled_at: 'nobody',
      unsent: 'nobody',
    },
  },
};
