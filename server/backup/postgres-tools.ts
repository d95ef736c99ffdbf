/** PostgreSQL's own programs, which copy a database consistently while it is written to. */
import { spawn } from 'node:child_process';
import pg from 'pg';
import { BackupError } from './manifest.ts';

/** The connection in the environment of a program: on its command line everybody on the machine could read the password. */
function connectionEnv(url: string): Record<string, string> {
  const { host, port, user = '', password, database = '' } = new pg.Client({ connectionString: url });
  const { searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  const rootCert = searchParams.get('sslrootcert');
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    ...(password && { PGPASSWORD: password }),
    ...(sslMode && { PGSSLMODE: sslMode === 'no-verify' ? 'require' : sslMode }),
    ...(rootCert && { PGSSLROOTCERT: rootCert }),
  };
}

/**
 * Runs one of PostgreSQL's programs on a database.
 *
 * @param input what it reads from its standard input
 * @throws BackupError with the program's own words
 */
export function runPostgresTool(
  program: 'pg_dump' | 'psql',
  url: string,
  args: readonly string[],
  input = '',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'] ?? '', ...connectionEnv(url) },
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
    // A program that ends before it has read everything says why on its standard error.
    child.stdin.on('error', () => {});
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new BackupError(`${program} failed:\n${said.trim()}`));
    });
    child.stdin.end(input);
  });
}
