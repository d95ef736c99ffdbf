import { type FeatureRetention, keys, nobody } from '#server/record-kind.ts';

export const alertRetention: FeatureRetention<'alerts'> = {
  tables: {
    alerts: { ...keys('id', 'about', 'request_id'), ...nobody('kind', 'count', 'raised_at', 'handled_at', 'unsent') },
  },
};
