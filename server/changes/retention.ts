import { defineRetention, keys, nobody } from '#server/record-kind.ts';

export const changeRetention = defineRetention({
  tables: {
    desk_changes: { ...keys('seq', 'about'), ...nobody('topic') },
  },
});
