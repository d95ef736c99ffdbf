import type { FeatureRetention } from '#server/record-kind.ts';

export const figureRetention: FeatureRetention<'figure_days'> = {
  tables: {
    figure_days: {
      kind: 'nobody',
      day: 'nobody',
      zone: 'nobody',
      state: 'nobody',
      facts: 'nobody',
    },
  },
};
