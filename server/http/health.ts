import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { createWriteProbe } from './write-probe.ts';

/** `/healthz`: the process answers. `/readyz`: it can take a lead, down to the disk. Strangers read both, so neither counts anything. */
export function healthRoutes(app: FastifyInstance, { storage, lifecycle }: Context): void {
  const probe = createWriteProbe({ write: () => storage.tryWrite() });
  const schema = { tags: ['operation'] };
  app.get('/healthz', { schema: { ...schema, summary: 'Alive' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain').send('ok'),
  );

  app.get('/readyz', { schema: { ...schema, summary: 'Ready to take a lead' } }, async (request, reply) => {
    const checks = { database: false, migrated: false, draining: lifecycle.draining };
    try {
      await storage.ping();
      checks.migrated = (await storage.pending()).length === 0;
      // A full disk, or a program that keeps the file locked, still lets everybody read.
      if (checks.migrated) await probe();
      checks.database = true;
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
    }
    const ready = checks.database && checks.migrated && !checks.draining;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...checks });
  });
}
