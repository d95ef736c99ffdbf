import type { FastifyInstance } from 'fastify';
import { viewStatus } from '#contract/status-endpoints.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';

/** The measured figures as JSON. The page `/status` belongs to the site. */
export function statusRoutes(app: FastifyInstance, context: Context): void {
  register(app, context, viewStatus, async () => ok(context.measured.status()));
}
