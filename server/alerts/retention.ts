import { defineRetention, keys, nobody } from '#server/record-kind.ts';

export const alertRetention = defineRetention({
  tables: {
    alerts: { ...keys('id', 'about', 'request_id'), ...nobody('kind', 'count', 'raised_at', 'handled_at', 'unsent') },
  },
});
