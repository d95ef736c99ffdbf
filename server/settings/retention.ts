import { blankedWith, defineRetention, nobody } from '#server/record-kind.ts';

export const settingRetention = defineRetention({
  tables: {
    settings: {
      ...nobody('name', 'changed_at', 'version'),
      value: blankedWith('settings').foundAs('setting'),
    },
  },
  standing: [{ name: 'settings', class: 'account', kept: 'until an admin changes the setting' }],
});
