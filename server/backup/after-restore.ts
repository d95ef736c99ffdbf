/** What a restored database must not do by itself. */

/** A code as the replaced database has it. */
export interface ReplacedCode {
  readonly id: string;
  /** What people call it; absent in a database that is older than the numbers. */
  readonly number?: number | undefined;
  /** ISO-8601, UTC; null while it holds. */
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

export interface RestoreFacts {
  /** ISO-8601, UTC. */
  readonly takenAt: string;
  readonly restoredAt: string;
  /** Every code of the replaced database; undefined when it cannot be read any more. */
  readonly codes: readonly ReplacedCode[] | undefined;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Ends the codes that the replaced database had ended, cut short with a rotation, or forgotten. */
function codesAsReplaced(codes: readonly ReplacedCode[], restoredAt: string): string[] {
  const ended = codes.flatMap(({ id, revokedAt, expiresAt }) => [
    ...(revokedAt === null
      ? []
      : [`update access_codes set revoked_at = ${quoted(revokedAt)} where id = ${quoted(id)} and revoked_at is null`]),
    ...(expiresAt === null
      ? []
      : [
          `update access_codes set expires_at = ${quoted(expiresAt)}
            where id = ${quoted(id)} and (expires_at is null or expires_at > ${quoted(expiresAt)})`,
        ]),
  ]);
  const known = codes.map(({ id }) => quoted(id)).join(', ') || quoted('');
  return [
    ...ended,
    `update access_codes set revoked_at = ${quoted(restoredAt)} where revoked_at is null and id not in (${known})`,
  ];
}

/**
 * The statements that make a restored database safe to start, the same for both engines:
 * - what was unsent may have been sent since, so a person decides;
 * - requests that were running are over by now, and nobody is reminded of them;
 * - sessions may have been ended since, so all of them are;
 * - codes that were ended since stay ended.
 */
export function afterRestore({ takenAt, restoredAt, codes }: RestoreFacts): string[] {
  const at = quoted(restoredAt);
  const reason = `Restored from the backup of ${takenAt}: it may have been sent since. Decide whether it should go out.`;
  return [
    `update messages set state = 'failed', last_error = ${quoted(reason)}, lease_token = null, lease_until = null
      where state in ('held', 'waiting', 'unsure')`,
    `insert into request_events (request_id, kind, at, detail)
      select id, 'expired', ${at}, 'a backup was restored' from agent_requests where ended_at is null`,
    `update agent_requests set ended_at = ${at}, outcome = 'expired', closing_at = null, closing_as = null,
      version = (select max(seq) from request_events where request_id = agent_requests.id) where ended_at is null`,
    `update alerts set handled_at = ${at} where handled_at is null`,
    `update portal_sessions set ended_at = ${at} where ended_at is null`,
    ...(codes ? codesAsReplaced(codes, restoredAt) : []),
    `insert into settings (name, value, changed_at) values ('last-restore', ${at}, ${at})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`,
  ];
}
