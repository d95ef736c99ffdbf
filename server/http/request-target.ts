/** The address and the host that a request names, read before anything is routed by them (RFC 9112 3.2). */
import type { FastifyInstance } from 'fastify';
import { commonRefusals } from '#contract/refusals.ts';
import { Refusal } from './refusal.ts';

/** An address with its scheme and host, as a proxy is sent; a server has to take it too (RFC 9112 3.2.2). */
const absolute = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query to route. `decodeURI` throws on malformed paths such as `/%`, and the framework would then respond without
 * our hooks and headers. So such a path is encoded once more: it is a path that no route has.
 */
export function routable(target: string): string {
  const rest = target.replace(absolute, '');
  const url = rest === target || rest.startsWith('/') ? rest : `/${rest}`;
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return `/${encodeURIComponent(url)}`;
  }
}

/** A host and a port, or nothing, and no part of an address that is not one (RFC 9110 7.2). */
const host = /^[^\s/?#@\\,]*$/;

/**
 * Refuses a request that names no host, two, or what is none (RFC 9112 3.2): what a proxy before us took for its host might not
 * be what we take.
 */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host');
    const [only, ...others] = hosts;
    const missing = only === undefined && raw.httpVersion !== '1.0';
    if (missing || others.length > 0 || !host.test(only ?? '')) throw new Refusal(commonRefusals.malformed);
  });
}
