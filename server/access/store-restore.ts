/** What a restored database has to know of the access codes of the one that it replaces. */
import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';

/** Reads every code of a database that the server has not opened, on either engine. */
export const allCodesSql = 'select * from access_codes order by created_at, id';

/** A code as the replaced database has it. */
export interface ReplacedCode {
  readonly id: string;
  /** What people call it; absent in a database that is older than the numbers. */
  readonly number?: number | undefined;
  /** ISO-8601, UTC; null while it is valid. */
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

/** Ends the codes that the replaced database had ended, cut short with a rotation, or deleted. */
function codesAsReplaced(codes: readonly ReplacedCode[], restoredAt: Iso): string[] {
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
 * The statements that make the access of a restored database true: sessions may have been ended since, so all of them are;
 * codes that were ended since stay ended.
 *
 * @param codes every code of the replaced database; undefined when it cannot be read any more
 */
export const afterRestore = (restoredAt: Iso, codes: readonly ReplacedCode[] | undefined): string[] => [
  `update portal_sessions set ended_at = ${quoted(restoredAt)} where ended_at is null`,
  ...(codes ? codesAsReplaced(codes, restoredAt) : []),
];
