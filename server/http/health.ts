import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from './endpoint.ts';
import { createWriteProbe } from './write-probe.ts';

/** Anybody may call both endpoints, without a limit and from any origin, so neither response has a count of anything. */
const health = { tag: 'operation', origins: 'any', limit: 'none' } as const;

/** Whether the process responds. */
const alive = endpoint('GET', '/healthz', { ...health, summary: 'Alive', responses: { 200: z.string() } });

const checks = z.object({
  ready: z.boolean(),
  database: z.boolean(),
  migrated: z.boolean(),
  draining: z.boolean(),
});

/** Whether the process can take a lead and write it to the disk. */
const ready = endpoint('GET', '/readyz', {
  ...health,
  summary: 'Ready to take a lead',
  responses: { 200: checks, 503: checks },
});

export function healthRoutes(app: FastifyInstance, context: Context): void {
  const { storage, hasOwnKey, lifecycle } = context;
  const probe = createWriteProbe({ write: () => storage.tryWrite() });

  register(app, context, alive, async () => ok('ok'));

  async function check() {
    const found = { database: false, migrated: false };
    try {
      await storage.ping();
      found.migrated = (await storage.pending()).length === 0;
      // A server that was not stopped before the database got a new key would make codes, sessions and entries that nobody can use.
      if (found.migrated && !(await hasOwnKey())) {
        app.log.error('not ready: the database has got another key than this server runs with. Stop this server');
        return found;
      }
      // Reads still work when the disk is full or another program keeps the file locked, so a write is tried as well.
      if (found.migrated) await probe();
      found.database = true;
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
    }
    return found;
  }
  let running: ReturnType<typeof check> | undefined;

  register(app, context, ready, async () => {
    // Whoever asks while a check runs gets its result, so that callers without a limit cannot fill the pool of connections.
    running ??= check().finally(() => {
      running = undefined;
    });
    const found = { ...(await running), draining: lifecycle.draining };
    const isReady = found.database && found.migrated && !found.draining;
    return { status: isReady ? 200 : 503, value: { ready: isReady, ...found } };
  });
}
