/** environment -> configuration -> context -> listen -> drain and stop. Nothing else starts anything. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { readEnvironment } from './environment.ts';
import { SiteMissingError } from './http/pages.ts';
import { NewerDatabaseError } from './storage/migrate.ts';

/** A stop that takes longer than this is not waited for. */
const stopWithinMs = 4500;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The sentence for an error that a person can mend; `undefined` for any other. */
function sentenceFor(error: unknown, { port, host, dataDir, databaseUrl }: Config): string | undefined {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (error instanceof NewerDatabaseError || error instanceof SiteMissingError) return error.message;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Set PORT to a free one.`;
  if (code === 'EACCES' && port < 1024 && !databaseUrl)
    return `Port ${port} needs a privileged user. Set PORT to 1024 or more.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this machine.`;
  if (databaseUrl) return `The database at DATABASE_URL cannot be used (${code ?? (error as Error).name}).`;
  const folderCodes = ['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'EPERM', 'ENOSPC', 'ENOENT'];
  if (code === 'ERR_SQLITE_ERROR' || (code && folderCodes.includes(code))) {
    return `The data folder ${dataDir} cannot be written (${errcode ? `SQLite ${errcode}` : code}). Mend it or set DATA_DIR.`;
  }
  return undefined;
}

/** Fails when the port is taken, before anything is changed. */
function checkPort(port: number, host: string): Promise<void> {
  if (port === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const probe = createSocketServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

async function startMetrics({ config, metrics }: Context) {
  if (config.metricsPort === undefined) return undefined;
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': metrics.registry.contentType });
    return response.end(await metrics.registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.metricsPort, config.host, resolve);
  });
  return server;
}

async function sayWhatWaits({ config, delivery }: Context): Promise<void> {
  if (config.mail.origin) {
    say(`Leads go to ${config.mail.origin} and live only there; this server does not see them.`);
  }
  const { held, stuck } = await delivery.counts();
  if (!config.smtp) say(`No SMTP_URL is set: mail is held in the outbox (${held} held). See npm run outbox.`);
  if (stuck > 0) say(`${stuck} messages need a person. See npm run outbox.`);
}

async function serve(config: Config): Promise<void> {
  await checkPort(config.port, config.host);
  const context = createContext(config);
  const migrated = await context.storage.migrate();
  if (migrated.length > 0) say(`Database: ${migrated.join(', ')}`);
  const app = await createApp(context);
  const metricsServer = await startMetrics(context);
  await context.delivery.start();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    context.lifecycle.draining = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    metricsServer?.close();
    await app.close();
    await context.delivery.stop();
    await context.storage.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  await sayWhatWaits(context);
  say(`Ready at ${config.port === 0 ? `http://localhost:${port}` : config.publicUrl}`);
}

let config: Config;
try {
  config = readConfig(readEnvironment(process.cwd(), process.env));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
try {
  await serve(config);
} catch (error) {
  const sentence = sentenceFor(error, config);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
