import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';

/**
 * The SQL statements that make it safe to sign in to a restored database. Sessions, links and known devices may have been ended since the
 * backup, so all of them are ended. An invitation that was not accepted ends with its link.
 */
export const afterRestore = (restoredAt: Iso): string[] => [
  `update staff_sessions set ended_at = ${quoted(restoredAt)} where ended_at is null`,
  `update staff_links set ended_at = ${quoted(restoredAt)} where used_at is null and ended_at is null`,
  `update staff_invitations set ended_at = ${quoted(restoredAt)}
    where accepted_at is null and confirmed_at is null and ended_at is null`,
  'delete from staff_devices',
];
