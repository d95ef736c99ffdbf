import { defineRetention, nobody } from '#server/record-kind.ts';

export const figureRetention = defineRetention({
  tables: {
    figure_days: { ...nobody('kind', 'day', 'zone', 'state', 'facts') },
  },
});
