/**
 * A PostgreSQL server for tests and benchmarks: the one that `TEST_DATABASE_URL` names, or one that is started from the installed
 * binaries in a temporary folder and removed afterwards. For tests it trades durability for speed, so tests prove what SQL does,
 * and nothing about power cuts.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

interface PostgresServer {
  /** The database to connect to for creating others; its user may do so. */
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/** Why there is no server, in words for the person who reads the skipped tests. */
interface NoPostgres {
  readonly missing: string;
}

const readyWithinMs = 30_000;

/** The folder that holds `initdb` and `postgres`: Debian keeps them outside the PATH. The newest version wins. */
export function findPostgresBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))));
}

/** The account to run as, because PostgreSQL refuses root. Empty when this process does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = ['postgres', 'nobody'].map((name) => accounts.find(([n]) => n === name)).find(Boolean);
  if (!account)
    throw new Error('PostgreSQL refuses to run as root, and there is neither a postgres nor a nobody account');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const exited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const inMemory = '/dev/shm';
/** The space needed in memory, in bytes: for databases of 8 MB each, a few at a time, and the server's own files. */
const roomNeeded = 2 * 1024 ** 3;

/**
 * The folder for files that nobody needs after a power cut, such as a database of eight megabytes for each test. It is in memory if
 * there is enough space.
 */
export function memoryFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= roomNeeded ? inMemory : tmpdir();
}

/** A server that a test may crash. */
export interface OwnPostgres extends PostgresServer {
  /**
   * Ends the server as a crash does: at once, with what it had not yet given to the disk lost. Then starts it again on the same files
   * and port, and resolves when it has recovered.
   */
  crash(): Promise<void>;
}

async function startOwn(binaries: string, durable: boolean): Promise<OwnPostgres> {
  const account = unprivileged();
  const folder = mkdtempSync(join(durable ? tmpdir() : memoryFolder(), 'boxline-postgres-'));
  if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' };
  const options = { ...account, cwd: folder, env };
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  const port = await freePort();
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    // A durable one, which benchmarks measure, has the default.
    ...(!durable && { shared_buffers: '64MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    // Tests of plans count the rows themselves. The database would do so at any moment, even in the middle of a test.
    ...(!durable && { autovacuum: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  /** Starts the server, and resolves when it answers. */
  async function launch(): Promise<ChildProcess> {
    const server = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000);
    });
    const giveUpAt = Date.now() + readyWithinMs;
    while (!(await connects(adminUrl))) {
      if (exited(server) || Date.now() > giveUpAt) {
        server.kill('SIGKILL');
        throw new Error(`PostgreSQL did not start: ${said}`);
      }
      await sleep(50);
    }
    return server;
  }

  async function end(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    if (exited(server)) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  }

  try {
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(join(binaries, 'initdb'), initdb, { ...options, stdio: 'pipe' });
    let server = await launch();
    return {
      adminUrl,
      async crash() {
        // SIGQUIT is PostgreSQL's immediate shutdown: no buffer is written and no connection is ended in order.
        await end(server, 'SIGQUIT');
        server = await launch();
      },
      async stop() {
        // SIGINT is PostgreSQL's fast shutdown: it ends the connections that tests left open.
        await end(server, 'SIGINT');
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

const notInstalled = 'PostgreSQL is not installed: install it (apt-get install postgresql) or set TEST_DATABASE_URL';

/**
 * Starts a server, or says why there is none.
 *
 * @param durable makes commits wait for the disk, as a benchmark needs
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer | NoPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { adminUrl: given, stop: async () => {} };
  const binaries = findPostgresBinaries();
  if (!binaries) return { missing: notInstalled };
  return startOwn(binaries, durable);
}

/** Starts a server whose commits wait for the disk, to be crashed by a test. */
export async function startCrashingPostgres(): Promise<OwnPostgres> {
  const binaries = findPostgresBinaries();
  if (!binaries) throw new Error(notInstalled);
  return startOwn(binaries, true);
}
