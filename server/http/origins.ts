import type { FastifyReply, FastifyRequest } from 'fastify';
import { commonRefusals } from '#contract/refusals.ts';
import type { Config } from '#server/config.ts';
import { Refusal } from './refusal.ts';

type Origins = Pick<Config, 'publicUrl' | 'allowedOrigins'>;

/** Whether a page of this origin may call us: our public address, a configured one, or the host that the request came to. */
export function mayUse({ publicUrl, allowedOrigins }: Origins, origin: string, host: string | undefined): boolean {
  if (origin === publicUrl || allowedOrigins.includes(origin)) return true;
  return host !== undefined && URL.parse(origin)?.host === host;
}

/**
 * Refuses a page of a foreign origin, and sets the headers that let an allowed one read the response (Fetch standard, CORS
 * protocol). A client that is not a browser sends no `Origin` and is allowed.
 */
export function checkOrigin(origins: Origins, request: FastifyRequest, reply: FastifyReply): void {
  const { origin, host } = request.headers;
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  if (!mayUse(origins, origin, host)) throw new Refusal(commonRefusals.originRefused);
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', 'retry-after');
}

/** Answers a preflight for POST with the given request headers. */
export function answerPreflight(origins: Origins, request: FastifyRequest, reply: FastifyReply, headers: string) {
  checkOrigin(origins, request, reply);
  return reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', headers)
    .header('access-control-max-age', '600')
    .code(204)
    .send();
}
