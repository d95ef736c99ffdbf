import { type FeatureRetention, keys, nobody } from '#server/record-kind.ts';

export const changeRetention: FeatureRetention<'desk_changes'> = {
  tables: {
    desk_changes: { ...keys('seq', 'about'), ...nobody('topic') },
  },
};
