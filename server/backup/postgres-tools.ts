/** Runs PostgreSQL's own programs, which copy a database consistently while it is written to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getCACertificates } from 'node:tls';
import pg from 'pg';
import { databaseHasTls } from '#server/config.ts';
import { BackupError, writingFailed } from './manifest.ts';

/**
 * The environment variables that connect a program to the database. A command line would show the password to every user of the
 * machine. The programs check certificates like `pg` does: libpq's own TLS options are weaker, and it knows no certificate
 * authorities.
 *
 * @param rootsFile a file with the authorities that this process trusts
 */
export function connectionEnv(url: string, rootsFile: string): Record<string, string> {
  const { host, port, user = '', password, database = '' } = new pg.Client({ connectionString: url });
  const parameter = (name: string) => new URL(url).searchParams.getAll(name).at(-1);
  const [mode, rootCert, cert, key, options] = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options'].map(
    parameter,
  );
  const tls = databaseHasTls(url)
    ? { PGSSLMODE: 'verify-full', PGSSLROOTCERT: rootCert ?? rootsFile }
    : mode && { PGSSLMODE: mode === 'no-verify' ? 'require' : mode };
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    ...(password && { PGPASSWORD: password }),
    ...tls,
    ...(cert && { PGSSLCERT: cert }),
    ...(key && { PGSSLKEY: key }),
    // Settings of the connection, such as a search_path.
    ...(options && { PGOPTIONS: options }),
  };
}

interface Ends {
  /** Its standard input; nothing when absent. */
  readonly input?: AsyncIterable<Buffer>;
  /** The file for its standard output. A program that wrote the file itself would go on when this process is killed. */
  readonly outputFile?: string;
  /** Ends the program, and rejects with the reason when the program has ended. */
  readonly stop?: AbortSignal | undefined;
}

/**
 * Runs one of PostgreSQL's programs on a database.
 *
 * @throws BackupError with the program's error output
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'psql',
  url: string,
  args: readonly string[],
  ends: Ends = {},
): Promise<void> {
  ends.stop?.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), 'boxline-roots-'));
  const rootsFile = join(folder, 'roots.pem');
  try {
    writeFileSync(rootsFile, getCACertificates('default').join('\n'), { mode: 0o600 });
    await run(program, args, { PATH: process.env['PATH'] ?? '', ...connectionEnv(url, rootsFile) }, ends);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
  { input, outputFile, stop }: Ends,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['pipe', outputFile === undefined ? 'ignore' : 'pipe', 'pipe'] });
  const end = () => child.kill('SIGTERM');
  stop?.addEventListener('abort', end);
  // What could not be read or written, which is the cause when the program then fails.
  let cause: unknown;
  const broke = (error: unknown) => {
    cause ??= error;
    child.kill('SIGKILL');
  };
  const written = outputFile === undefined ? undefined : keep(child, outputFile).catch(broke);
  const source = Readable.from(input ?? []);
  // The program must not take the end of an input that could not be read for its whole.
  source.once('error', broke);
  // A program that ends before it has read everything gives the reason on its standard error.
  child.stdin?.on('error', () => source.destroy());
  if (child.stdin) source.pipe(child.stdin);
  try {
    const failed = await failureOf(child, program);
    await written;
    stop?.throwIfAborted();
    if (cause !== undefined) throw cause;
    if (failed !== undefined) throw failed;
  } finally {
    stop?.removeEventListener('abort', end);
  }
}

/** Writes the output of a program into a file that is there, for its owner alone. */
const keep = async ({ stdout }: ChildProcess, file: string): Promise<void> => {
  if (!stdout) return;
  await pipeline(stdout, createWriteStream(file, { mode: 0o600 })).catch((error: unknown) => {
    throw writingFailed(error, dirname(file));
  });
};

/** Why a program failed, when it has ended; undefined when it did its work. */
function failureOf(child: ChildProcess, program: string): Promise<Error | undefined> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  return new Promise((done) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = `${program} is not installed: install PostgreSQL's client programs (Debian: postgresql-client).`;
      done(error.code === 'ENOENT' ? new BackupError(missing) : error);
    });
    child.once('close', (code) => done(code === 0 ? undefined : new BackupError(`${program} failed:\n${said.trim()}`)));
  });
}
