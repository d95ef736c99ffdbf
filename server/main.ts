/** environment -> configuration -> context -> listen -> drain and stop. Nothing is started anywhere else. */
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfigAt, whatIsMisspelt } from './config.ts';
import { type Context, createContext } from './context.ts';
import { EarlyDatabaseError, NewerDatabaseError, UnfinishedRestoreError } from './database/migrate.ts';
import { refuseNewerDatabase, refuseSharedSessions, SharedSessionError } from './database/open.ts';
import { ErasuresFileError } from './erasure/service.ts';
import { agreeOnKey, OtherKeyError } from './key-check.ts';
import { ownAddress, probeAddress } from './measured/service.ts';
import { refuseLostKey, SecretKeyMissingError } from './secret-key.ts';
import { settingOf } from './settings/service.ts';
import { SiteMissingError } from './site/pages.ts';
import { checkPort } from './start/check-port.ts';
import { refuseNarrowEncoding } from './start/encoding.ts';
import { portFault, StartFault, storageFault } from './start/fault.ts';
import { startMetrics } from './start/metrics-server.ts';
import { reveal } from './start/reveal.ts';
import { say, sayHowToSetUp, sayWhatWaits } from './start/say.ts';

/** The longest time that a stop may take. After it, the process exits. */
const stopWithinMs = 4500;
const requestsEndWithinMs = 3000;
/** The longest time for the server's probe of itself. A later response counts as none. */
const probeWithinMs = 10_000;
/** The longest wait for the last probe at a stop. */
const lastProbeWithinMs = 250;
/** Whether `scripts/start.mjs` started this process. It then holds the other end of a channel. */
const hasStart = process.connected === true;

/** Errors whose message tells the person who starts the server what to do. */
const selfExplainingErrors = [
  EarlyDatabaseError,
  ErasuresFileError,
  NewerDatabaseError,
  OtherKeyError,
  SecretKeyMissingError,
  SharedSessionError,
  SiteMissingError,
  UnfinishedRestoreError,
];

/** Rewrites the SQLite file without what earlier versions erased or deleted. A disk too full for it does not stop the start. */
async function writeAnew({ storage, log }: Context): Promise<void> {
  try {
    if (await storage.writeAnew()) say('Database: written anew, without what was erased before.');
  } catch (err) {
    log.warn({ err }, 'the database could not be written anew; the next night tries again');
  }
}

/** The names of migrations for a person; of many, only the first and the last. */
const rangeOf = (names: readonly string[]): string =>
  names.length > 3 ? `${names[0]} to ${names.at(-1)}` : names.join(', ');

/** Builds the context, and brings its database up to date. */
async function open(config: Config): Promise<Context> {
  let context: Context | undefined;
  try {
    if (config.databaseUrl !== undefined) await refuseSharedSessions(config.databaseUrl);
    await refuseNewerDatabase(config);
    await refuseLostKey(config);
    await refuseNarrowEncoding(config);
    context = createContext(config);
    const migrated = await context.storage.migrate();
    if (migrated.length > 0) say(`Database: ${rangeOf(migrated)}`);
    await context.clock.ask();
    await agreeOnKey(context.storage.db, context.keyed, context.now().toISOString());
    const again = await context.erasure.agree();
    if (again > 0)
      say('An erasure that a server could not finish was finished now. See npm run records -- certificates.');
    await writeAnew(context);
    const restoredAt = await settingOf(context.storage.db, 'last-restore');
    if (restoredAt) await context.audit.noteRestored(restoredAt);
    await context.dealerships.storeSamples();
    await context.shift.seed(config.onShift);
    const place = { dataDir: config.dataDir, toTerminal: process.stdout.isTTY };
    await context.codes.makeFirst((code) =>
      reveal(place, 'The access code that dealerships share', 'first-access-code', code).forEach(say),
    );
    await sayHowToSetUp(context, place);
    await context.measured.load();
    return context;
  } catch (error) {
    await context?.storage.close();
    if (error instanceof StartFault) throw error;
    if (selfExplainingErrors.some((kind) => error instanceof kind)) throw new StartFault((error as Error).message);
    throw storageFault(error, config);
  }
}

async function serve(config: Config): Promise<void> {
  const misspelt = whatIsMisspelt(process.cwd());
  if (misspelt) say(misspelt);
  await checkPort('PORT', config.port, config.host);
  await checkPort('METRICS_PORT', config.metricsPort, config.metricsHost);
  const context = await open(config);
  const app = await createApp(context);
  const metricsServer = await startMetrics(context);
  const parts = [
    context.clock,
    context.endedCounts,
    context.alerts,
    context.agentRequests,
    context.portal,
    context.delivery,
    context.changes,
    context.signIn,
    context.pruning,
    context.sweeps,
    context.erasureKeeper,
    context.ringing,
    context.schedule,
    context.leadIndexing,
  ];

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await context.measured.lastBeat(lastProbeWithinMs);
    context.lifecycle.draining = true;
    metricsServer?.close();
    // Requests and mail end at the same time. A request that has not fully arrived by then is cut off.
    const slowest = setTimeout(() => app.server.closeAllConnections(), requestsEndWithinMs);
    await Promise.all([app.close(), ...parts.map((part) => part.stop()), context.measured.stop()]);
    // These stop after the last request, because requests write to the audit log and make days of figures.
    await Promise.all([context.audit.stop(), context.figures.stop()]);
    clearTimeout(slowest);
    await context.storage.close();
    process.exit(0);
  };
  // SIGHUP comes when the terminal of the server is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
  // When the start was killed, it can pass no signal on, and this server would keep its port.
  process.on('disconnect', stop);
  if (hasStart && !process.connected) await stop();

  const { port: wanted, host } = config;
  await app.listen({ port: wanted, host }).catch((error: unknown) => {
    if (!stopping) throw portFault(error, 'PORT', wanted, host);
  });
  if (stopping) return;
  // Work that grows with the history starts here and runs beside the requests.
  for (const part of [...parts, context.audit]) part.start();
  const address = app.server.address() as AddressInfo;
  const { port } = address;
  const own = ownAddress(address);
  context.measured.start(() => probeAddress(own, probeWithinMs));
  // This only informs, so a database that cannot be reached now stops nothing.
  await sayWhatWaits(context).catch((err: unknown) => context.log.warn({ err }, 'what waits could not be counted'));
  say(`Ready at ${config.port === 0 ? `http://localhost:${port}` : config.publicUrl}`);
}

// Only this user may read leads, also in a data folder that somebody else made.
process.umask(0o077);
// A line that nobody takes is lost: the disk of the log is full, or the program that reads the log has ended. Without a listener,
// this would end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
try {
  await serve(readConfigAt(process.cwd(), process.env));
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
