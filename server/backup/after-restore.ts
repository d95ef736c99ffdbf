/** What a restored database must not do by itself. */

/** A code that was revoked after the backup was taken. */
export interface LaterRevocation {
  readonly id: string;
  /** What people call it; absent in a database that is older than the numbers. */
  readonly number?: number | undefined;
  /** ISO-8601, UTC. */
  readonly revokedAt: string;
}

export interface RestoreFacts {
  /** ISO-8601, UTC. */
  readonly takenAt: string;
  readonly restoredAt: string;
  readonly revoked: readonly LaterRevocation[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * The statements that make a restored database safe to start, the same for both engines:
 * - what was unsent may have been sent since, so a person decides;
 * - sessions may have been ended since, so all of them are;
 * - codes that were revoked since stay revoked.
 */
export function afterRestore({ takenAt, restoredAt, revoked }: RestoreFacts): string[] {
  const reason = `Restored from the backup of ${takenAt}: it may have been sent since. Decide whether it should go out.`;
  return [
    `update messages set state = 'stuck', last_error = ${quoted(reason)}, lease_token = null, lease_until = null
      where state in ('held', 'waiting', 'unsure')`,
    `update portal_sessions set ended_at = ${quoted(restoredAt)} where ended_at is null`,
    ...revoked.map(
      ({ id, revokedAt }) =>
        `update access_codes set revoked_at = ${quoted(revokedAt)} where id = ${quoted(id)} and revoked_at is null`,
    ),
    `insert into settings (name, value, changed_at)
      values ('last-restore', ${quoted(restoredAt)}, ${quoted(restoredAt)})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
  ];
}
