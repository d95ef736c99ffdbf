/** Translates a database error into its own code and a sentence for the person who has to fix it. Pure. */

interface StorageFault {
  /** SQLite's name of the error, such as `SQLITE_FULL`, or PostgreSQL's SQLSTATE, such as `53100`. */
  readonly code: string;
  /** What to do about it. Absent when we know no more than the code. */
  readonly words?: string;
}

const room = 'The disk is full. Make room.';

/** Primary result codes by number (sqlite.org/rescode.html). */
const sqliteCodes: Readonly<Record<number, readonly [name: string, words?: string]>> = {
  5: ['SQLITE_BUSY', 'Another program keeps the database locked. End it, or let it end.'],
  8: ['SQLITE_READONLY', 'The database file cannot be written. Fix its permissions.'],
  10: ['SQLITE_IOERR', 'The disk could not be read or written. Look at its health.'],
  11: ['SQLITE_CORRUPT', 'The database file is damaged. Restore a backup.'],
  13: ['SQLITE_FULL', room],
  14: [
    'SQLITE_CANTOPEN',
    'The database file cannot be opened. Look whether it is a file, fix the permissions of the data folder, mount its disk for writing, or let the server open more files (ulimit -n).',
  ],
  19: ['SQLITE_CONSTRAINT'],
  26: ['SQLITE_NOTADB', 'The database file is not a database. Restore a backup.'],
};

const refused =
  'The database server does not let this user in from this machine. Look at DATABASE_URL and at pg_hba.conf; if that asks for TLS, add ?sslmode=verify-full.';
const away = 'The database cannot be reached. Look whether it runs, and at DATABASE_URL.';

const full =
  'The database takes no more connections. Raise max_connections, or the limit of the user or the database, or run fewer servers.';

/** Advice by SQLSTATE, or by its class: the first two symbols ("PostgreSQL Error Codes", Appendix A). */
const postgresWords: Readonly<Record<string, string>> = {
  '08': away,
  // Such a program refuses a setting that a connection to PostgreSQL itself begins with.
  '08P01':
    'A program such as pgbouncer stands before the database. Name the database itself in DATABASE_URL, or see docs/operating.md.',
  '28': refused,
  '28P01':
    'The database server refuses the user or the password in DATABASE_URL. Correct it there, with special characters of the password written as %XX.',
  '25006':
    'The database only takes reads: it may be a standby, or default_transaction_read_only is on. Point DATABASE_URL at the primary.',
  '3D000': 'There is no database of the name in DATABASE_URL. Create it (createdb), or correct the name.',
  '25P03': 'A transaction stood still for too long, so the database ended it: this server may have been frozen.',
  '3F000':
    'The search_path of the user in DATABASE_URL names no schema that is there. Create the schema, or set search_path.',
  '42501': 'The user in DATABASE_URL may not do this. Make that user the owner of the database.',
  '53100': room,
  '53200': 'The database server is out of memory.',
  '53300': full,
  '57014': 'A query took too long, so the database ended it.',
  '57P01': 'The database server is stopping, or somebody ended this connection.',
  '57P02': 'The database server crashed, and starts again.',
  '57P03': 'The database server is starting.',
  '58': 'The database server could not read or write its disk. Look at its health.',
  XX001: 'The database is damaged. Restore a backup.',
};

/** Advice by the codes of `StorageBusyError`. */
const busyWords: Readonly<Record<string, string | undefined>> = {
  SQLITE_BUSY: sqliteCodes[5]?.[1],
  POOL_BUSY: 'Every connection to the database is in use. Look what holds them (pg_stat_activity), or add a server.',
  FULL_BUSY: full,
  LOCK_BUSY: 'Another transaction keeps a lock in the database. Look who holds it (pg_locks), and end it.',
  SILENCE_BUSY:
    'The database does not answer. Look whether it runs and can be reached, and who holds locks (pg_locks) for long.',
};

const networkCodes = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'];

/** OpenSSL's and Node's codes for a certificate that is refused (`X509_V_ERR_…` without the prefix). */
const ofCertificate =
  /^(?:CERT_|CRL_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT)/;
const badCertificate =
  'The certificate of the database server is refused. DATABASE_URL must name the host that the certificate is for; a certificate of your own authority needs &sslrootcert=/path/ca.pem, and one that has expired must be renewed.';

const noTls =
  'The database server has no TLS, and DATABASE_URL asks for it (sslmode). Switch ssl on in postgresql.conf, or leave sslmode out on a network of your own.';

/** Errors that `pg` makes itself and gives no code, by their messages. */
const ofDriver: Readonly<Record<string, StorageFault>> = {
  'The server does not support SSL connections': { code: 'no TLS', words: noTls },
  'Connection terminated unexpectedly': { code: 'connection lost', words: away },
  'Connection terminated due to connection timeout': { code: 'no answer', words: away },
  'timeout expired': { code: 'no answer', words: away },
};

/** The error of `pg` when the database asks for a password and DATABASE_URL has none, or an empty one. */
const noPassword = /^SASL: .*client password must be/;
const passwordMissing =
  'The database server asks for a password, and DATABASE_URL has none. Set DATABASE_URL to postgres://USER:PASSWORD@HOST/DATABASE, with special characters of the password written as %XX.';

/** The fault of a connection that broke with an error that may be of another connection as well, such as ECONNRESET. */
const awayFor = (cause: unknown): StorageFault => {
  const { code } = Object(cause) as { code?: unknown };
  return { code: typeof code === 'string' ? code : 'connection lost', words: away };
};

const withWords = (code: string, words: string | undefined): StorageFault => (words ? { code, words } : { code });

/** Reads an error as a database fault; undefined when the error is another one. */
export function storageFaultOf(error: unknown): StorageFault | undefined {
  const { code, errcode, cause } = Object(error) as { code?: unknown; errcode?: unknown; cause?: unknown };
  // How the database was away says more.
  if (code === 'AWAY_BUSY') return storageFaultOf(cause) ?? awayFor(cause);
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    // The low byte is the primary code. The higher bits say more precisely what happened.
    const [name, words] = sqliteCodes[errcode & 0xff] ?? [`SQLITE_${errcode & 0xff}`];
    return withWords(name, words);
  }
  if (code === undefined && error instanceof Error) {
    if (noPassword.test(error.message)) return { code: 'no password', words: passwordMissing };
    return Object.hasOwn(ofDriver, error.message) ? ofDriver[error.message] : undefined;
  }
  if (typeof code !== 'string') return undefined;
  if (ofCertificate.test(code)) return { code, words: badCertificate };
  if (code in busyWords) return withWords(code, busyWords[code]);
  if (networkCodes.includes(code)) return { code, words: away };
  // Five symbols alone may also be a system error, such as EPERM. PostgreSQL's own errors have a severity as well.
  const isState = /^[0-9A-Z]{5}$/.test(code) && 'severity' in Object(error);
  return isState ? withWords(code, postgresWords[code] ?? postgresWords[code.slice(0, 2)]) : undefined;
}

/**
 * Whether an error is a fault of a statement: its syntax, or a rule of the schema that it breaks. On PostgreSQL the classes of SQLSTATEs
 * ("Error Codes", Appendix A), without the missing right; on SQLite the primary codes (sqlite.org/rescode.html).
 */
export function isOfStatement(error: unknown): boolean {
  const { code, errcode, severity } = Object(error) as { code?: unknown; errcode?: unknown; severity?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return [1, 19, 20, 21, 25].includes(Number(errcode) & 0xff);
  return severity !== undefined && code !== '42501' && /^(?:22|23|42)/.test(String(code));
}

/** SQLSTATEs of a value that no column can hold: a NUL in a text or in JSON, an invalid time, a number that is too large. */
const unstorable = ['22003', '22007', '22008', '22009', '22021', '22P05'];

/** Whether a statement failed because PostgreSQL cannot hold a value. SQLite accepts every value. */
export const isUnstorable = (error: unknown): boolean => unstorable.includes(storageFaultOf(error)?.code ?? '');
