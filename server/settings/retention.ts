import { blankedWith, type FeatureRetention } from '#server/record-kind.ts';

export const settingRetention: FeatureRetention<'settings'> = {
  tables: {
    settings: {
      name: 'nobody',
      value: blankedWith('settings').foundAs('setting'),
      changed_at: 'nobody',
      version: 'nobody',
    },
  },
  standing: [{ name: 'settings', class: 'account', kept: 'until an admin changes the setting' }],
};
