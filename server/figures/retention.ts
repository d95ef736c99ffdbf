import { type FeatureRetention, nobody } from '#server/record-kind.ts';

export const figureRetention: FeatureRetention<'figure_days'> = {
  tables: {
    figure_days: { ...nobody('kind', 'day', 'zone', 'state', 'facts') },
  },
};
