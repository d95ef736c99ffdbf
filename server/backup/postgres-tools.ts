/** Runs PostgreSQL's own programs, which copy a database consistently while it is written to. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates } from 'node:tls';
import pg from 'pg';
import { databaseHasTls } from '#server/config.ts';
import { BackupError } from './manifest.ts';

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

type Input = AsyncIterable<Buffer> | readonly Buffer[];

/**
 * Runs one of PostgreSQL's programs on a database.
 *
 * @param input its standard input
 * @throws BackupError with the program's error output
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'psql',
  url: string,
  args: readonly string[],
  input: Input = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'boxline-roots-'));
  const rootsFile = join(folder, 'roots.pem');
  try {
    writeFileSync(rootsFile, getCACertificates('default').join('\n'), { mode: 0o600 });
    await run(program, args, { PATH: process.env['PATH'] ?? '', ...connectionEnv(url, rootsFile) }, input);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], env: Record<string, string>, input: Input): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const missing = `${program} is not installed: install PostgreSQL's client programs (Debian: postgresql-client).`;
      reject(error.code === 'ENOENT' ? new BackupError(missing) : error);
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${program} failed:\n${said.trim()}`));
    });
    const source = Readable.from(input);
    // The program must not take the end of an input that could not be read for its whole.
    source.once('error', (error) => {
      child.kill('SIGKILL');
      reject(error);
    });
    // A program that ends before it has read everything gives the reason on its standard error.
    child.stdin.on('error', () => source.destroy());
    source.pipe(child.stdin);
  });
}
