/** Checks the target and the host of a request before it is routed (RFC 9112 3.2). */
import type { FastifyInstance } from 'fastify';
import { commonRefusals } from '#contract/refusals.ts';
import { Refusal } from './refusal.ts';

/** The scheme and host of an absolute target. Proxies are sent such targets, and a server must accept them too (RFC 9112 3.2.2). */
const absolute = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query to route. `decodeURI` throws on malformed paths such as `/%`, and the framework would then respond without
 * our hooks and headers. So such a path is encoded once more, matches no route, and gets our 404.
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

/** A host with or without a port, or nothing; without the other parts of an address (RFC 9110 7.2). */
const host = /^[^\s/?#@\\,]*$/;

/** Refuses a request with no, two or an invalid host (RFC 9112 3.2): a proxy might otherwise take another than we do. */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === 'host');
    const [only, ...others] = hosts;
    const missing = only === undefined && raw.httpVersion !== '1.0';
    if (missing || others.length > 0 || !host.test(only ?? '')) throw new Refusal(commonRefusals.malformed);
  });
}
