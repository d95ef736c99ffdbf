import { defineTakenOver } from '#server/taken-over.ts';
import { findSetting, putSetting } from './store.ts';
import type { SettingName } from './tables.ts';

/** What the operator sets. The others say what was done with this database. */
const operators: ReadonlySet<SettingName> = new Set([
  'text-agent',
  'shared-code',
  'jacket',
  'alert-recipients',
  'lender-hours',
]);

/** What the operator switched off since a backup, or whom they took from the alerts, stays so after its restore: settings are the last ones. */
export const takenOverSettings = defineTakenOver('settings', { things: ['setting', 'settings'] }, async (trx, rows) => {
  let changed = 0;
  for (const row of rows) {
    if (!operators.has(row.name)) continue;
    const before = await findSetting(trx, row.name);
    await putSetting(trx, row);
    if (before?.value !== row.value) changed += 1;
  }
  return changed;
});
