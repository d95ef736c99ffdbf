/** What a restored database has to know of the access codes of the one that it replaces. */
import type { Iso } from '#server/database/tables.ts';
import { quoted } from '#server/sql-text.ts';
import type { AccessCode } from './store.ts';

/** Reads every code of a database that the server has not opened, on either engine. */
export const allCodesSql = 'select * from access_codes order by created_at, id';

/** A code as the replaced database has it. Its number is absent in a database that is older than the numbers. */
export type ReplacedCode = Pick<AccessCode, 'id' | 'revoked_at' | 'expires_at'> & Partial<Pick<AccessCode, 'number'>>;

/** Ends the codes that the replaced database had ended, cut short with a rotation, or deleted. */
function codesAsReplaced(codes: readonly ReplacedCode[], restoredAt: Iso): string[] {
  const ended = codes.flatMap(({ id, revoked_at, expires_at }) => [
    ...(revoked_at === null
      ? []
      : [`update access_codes set revoked_at = ${quoted(revoked_at)} where id = ${quoted(id)} and revoked_at is null`]),
    ...(expires_at === null
      ? []
      : [
          `update access_codes set expires_at = ${quoted(expires_at)}
            where id = ${quoted(id)} and (expires_at is null or expires_at > ${quoted(expires_at)})`,
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
