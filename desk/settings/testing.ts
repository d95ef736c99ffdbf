/** Settings as the server sends them, for tests. */
import type { SettingsView } from '#contract/desk/setting-endpoints.ts';

/** The hours of a lender on weekdays. */
export const hoursOf = (lender: string, until: string) => ({
  lender,
  zone: 'America/New_York',
  weekdays: { from: '08:00', until },
  saturday: null,
  sunday: null,
  note: '',
});

/** Settings with defaults. `parts` replace single settings. */
export const settingsOf = (parts: Partial<SettingsView> = {}): SettingsView => ({
  textAgent: { version: 1, on: true, nobodyReached: null },
  sharedCode: { version: 1, on: true, anyOwnCode: true },
  alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
  jacket: {
    version: 1,
    items: [
      { item: 'menu', label: 'Signed menu' },
      { item: 'title', label: 'Title' },
    ],
    retired: [],
  },
  lenderHours: { version: 1, lenders: ['Harbor Bank', 'ALLY'], hours: [hoursOf('Harbor Bank', '21:00')] },
  ...parts,
});
