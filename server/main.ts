/** environment -> configuration -> context -> listen -> drain and stop. Nothing is started anywhere else. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfigAt, whatIsMisspelt } from './config.ts';
import { type Context, createContext } from './context.ts';
import { EarlyDatabaseError, NewerDatabaseError, UnfinishedRestoreError } from './database/migrate.ts';
import { refuseNewerDatabase, refuseSharedSessions, SharedSessionError } from './database/open.ts';
import { ErasuresFileError } from './erasure/service.ts';
import { watchProcess } from './http/metrics.ts';
import { agreeOnKey, OtherKeyError } from './key-check.ts';
import { ownAddress, probeAddress } from './measured/service.ts';
import { whyNobodyIsReached } from './people/service.ts';
import { whyNoSearchIndex } from './search/service.ts';
import { refuseLostKey, SecretKeyMissingError } from './secret-key.ts';
import { settingOf } from './settings/service.ts';
import { SiteMissingError } from './site/pages.ts';
import { checkPort } from './start/check-port.ts';
import { refuseNarrowEncoding, whyNotEveryText } from './start/encoding.ts';
import { portFault, StartFault, storageFault } from './start/fault.ts';
import { type RevealOptions, reveal } from './start/reveal.ts';

/** The longest time that a stop may take. After it, the process exits. */
const stopWithinMs = 4500;
const requestsEndWithinMs = 3000;
/** The longest time for the server's probe of itself. A later response counts as none. */
const probeWithinMs = 10_000;
/** The longest wait for the last probe at a stop. */
const lastProbeWithinMs = 250;
/** Whether `scripts/start.mjs` started this process. It then holds the other end of a channel. */
const hasStart = process.connected === true;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function startMetrics({ config, metrics, log }: Context) {
  if (config.metricsPort === undefined) return undefined;
  watchProcess(metrics);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await metrics.registry.metrics();
      return response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text);
    } catch (err) {
      log.warn({ err }, 'the metrics could not be read');
      return response.writeHead(503).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  const { metricsPort: port, metricsHost: host } = config;
  await once(server.listen(port, host), 'listening').catch((error: unknown) => {
    throw portFault(error, 'METRICS_PORT', port, host);
  });
  return server;
}

async function sayWhoIsReached({ config, storage, shift }: Context): Promise<void> {
  const why = await whyNobodyIsReached(storage, config);
  if (why) say(`Text Agent is on, and a request would reach nobody by text or mail: ${why}`);
  else if (await shift.isEmpty())
    say(
      'Nobody is on shift: nobody is texted. The operator is mailed, and the desk rings for whoever switched themselves available, otherwise for admins on call. See npm run shift.',
    );
  else if (!config.sms.provider)
    say('No TWILIO_ACCOUNT_SID is set: agent requests go by mail and ring at the desk, and texts are held.');
}

async function sayAboutAlerts({ alerts, config }: Context): Promise<void> {
  const open = await alerts.open();
  if (open.length === 0) say('Alerts reach nobody: set SMTP_URL, or ALERT_PHONE and a text provider.');
  else if (config.alerts.phone && !open.includes('sms')) {
    say('ALERT_PHONE is set and no text provider is (TWILIO_ACCOUNT_SID): alerts go by mail alone.');
  }
  const unsent = await alerts.unsent();
  if (unsent > 0) say(`${unsent} alerts of the last seven days reached nobody. See npm run alerts.`);
}

async function sayWhatWaits(context: Context): Promise<void> {
  const { config, delivery, portal, storage } = context;
  const notEvery = await whyNotEveryText(storage);
  if (notEvery) say(notEvery);
  const noIndex = await whyNoSearchIndex(storage.db);
  if (noIndex) say(noIndex);
  if (config.mail.origin) {
    say(`Leads go to ${config.mail.origin} and live only there; this server does not see them.`);
  }
  const { held, waiting, unsure } = await delivery.unfinished('mail');
  const { failed } = await delivery.unfinished();
  const unsent = held + waiting + unsure;
  if (!config.smtp) say(`No SMTP_URL is set: mail is held in the outbox (${unsent} held). See npm run outbox.`);
  if (config.sms.function) {
    say(`Agent requests go to ${config.sms.function.baseUrl} and live only there; this server does not see them.`);
  } else if (await portal.textAgentOn()) await sayWhoIsReached(context);
  await sayAboutAlerts(context);
  if (failed > 0) say(`${failed} messages need a person. See npm run outbox.`);
}

/** While there is no admin, shows the link for setting up the desk with the first one. */
async function sayHowToSetUp({ signIn, now }: Context, place: RevealOptions): Promise<void> {
  let shown: readonly string[] = [];
  const setUp = await signIn.firstAdmin.makeSetUpLink(false, (url) => {
    shown = reveal(place, 'The link to set up the desk (for an hour)', 'set-up-link', url);
  });
  for (const line of shown) say(line);
  if (setUp.kind === 'made-before') {
    const minutes = Math.ceil((Date.parse(setUp.until) - now().getTime()) / 60_000);
    say(
      `The desk has no admin. The link to set it up, which an earlier start or command made, works for ${minutes} min; if it is lost, npm run staff -- setup-link makes a new one.`,
    );
  }
}

/** Errors whose message tells the person who starts the server what to do. */
const sayWhatToDo = [
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
    if (sayWhatToDo.some((kind) => error instanceof kind)) throw new StartFault((error as Error).message);
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
