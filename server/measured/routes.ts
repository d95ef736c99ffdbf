import type { FastifyInstance } from 'fastify';
import { viewStatus } from '#contract/status-endpoints.ts';
import type { Context } from '#server/context.ts';
import { register } from '#server/http/endpoint.ts';

/** What was measured, as JSON. The page `/status` is the site's. */
export function statusRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, viewStatus, async () => ({ status: 200, value: context.measured.status() }));
}
