import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';

/**
 * The statements that make the sign-in of a restored database safe to start: sessions, links and known devices may have been
 * ended since, so all of them are. An invitation that nobody has accepted ends with its link.
 */
export const afterRestore = (restoredAt: Iso): string[] => [
  `update staff_sessions set ended_at = ${quoted(restoredAt)} where ended_at is null`,
  `update staff_links set ended_at = ${quoted(restoredAt)} where used_at is null and ended_at is null`,
  `update staff_invitations set ended_at = ${quoted(restoredAt)}
    where accepted_at is null and confirmed_at is null and ended_at is null`,
  'delete from staff_devices',
];
