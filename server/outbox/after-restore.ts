import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';

/**
 * The SQL statement that makes it safe to start with the messages of a restored database. A message that was unsent in the backup may
 * have been sent since, so it needs a person to decide.
 */
export function afterRestore(takenAt: Iso, restoredAt: Iso): string[] {
  const reason = `Restored from the backup of ${takenAt}: it may have been sent since. Decide whether it should go out.`;
  return [
    `update messages set state = 'failed', last_error = ${quoted(reason)}, failed_at = ${quoted(restoredAt)},
        lease_token = null, lease_until = null
      where state in ('held', 'waiting', 'unsure')`,
  ];
}
