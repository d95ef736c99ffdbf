import type { FeatureRetention } from '#server/record-kind.ts';

export const changeRetention: FeatureRetention<'desk_changes'> = {
  tables: {
    desk_changes: {
      seq: 'key',
      topic: 'nobody',
      about: 'key',
    },
  },
};
