import { defineRowCarryOver } from '#server/carry-over.ts';
import { findSetting, putSetting } from './store.ts';
import type { SettingName } from './tables.ts';

/** The operator's own settings. The other ones record facts about this database. */
const operators: ReadonlySet<SettingName> = new Set([
  'text-agent',
  'shared-code',
  'jacket',
  'alert-recipients',
  'lender-hours',
]);

/** Carries over the settings of the replaced database: a switch that was moved, or a recipient who was removed, since the backup stays so. */
export const carriedOverSettings = defineRowCarryOver(
  'settings',
  { things: ['setting', 'settings'] },
  async (trx, row) => {
    if (!operators.has(row.name)) return false;
    const before = await findSetting(trx, row.name);
    await putSetting(trx, row);
    return before?.value !== row.value;
  },
);
