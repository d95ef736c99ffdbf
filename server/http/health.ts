import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';

/** `/healthz`: the process answers. `/readyz`: it can take a lead. Strangers read both, so neither counts anything. */
export function healthRoutes(app: FastifyInstance, { storage, lifecycle }: Context): void {
  const schema = { tags: ['operation'] };
  app.get('/healthz', { schema: { ...schema, summary: 'Alive' } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain').send('ok'),
  );

  app.get('/readyz', { schema: { ...schema, summary: 'Ready to take a lead' } }, async (request, reply) => {
    const checks = { database: false, migrated: false, draining: lifecycle.draining };
    try {
      await storage.ping();
      checks.database = true;
      checks.migrated = (await storage.pending()).length === 0;
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
