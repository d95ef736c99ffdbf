import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '#contract/endpoint.ts';
import { commonRefusals } from '#contract/refusals.ts';
import type { Config } from '#server/config.ts';
import { Refusal } from './refusal.ts';

type Origins = Pick<Config, 'publicUrl' | 'allowedOrigins'>;

/** Whether a page of this origin may call us: our public address, configured origins, and the host that the request names. */
function mayUse({ publicUrl, allowedOrigins }: Origins, origin: string, host: string | undefined): boolean {
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

/** Answers a preflight request: POST is allowed, with the given request headers. */
export function answerPreflight(origins: Origins, request: FastifyRequest, reply: FastifyReply, headers: string) {
  checkOrigin(origins, request, reply);
  return reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', headers)
    .header('access-control-max-age', '600')
    .code(204)
    .send();
}

/** Whether a content type is `application/json`. No form can send it, and a page of another origin can only after a preflight. */
const isJson = (contentType: string | undefined) => /^application\/json\s*(;|$)/i.test(contentType ?? '');

/**
 * Refuses requests to the desk that another site makes a browser send. `Sec-Fetch-Site` says where a request comes from (W3C Fetch
 * Metadata). A write needs it to be `same-origin`; without the header, a write needs the exact origin of the public address. The
 * origins that the public site's endpoints allow do not count here, and no header lets another origin read.
 */
export function checkDeskOrigin({ publicUrl }: Pick<Config, 'publicUrl'>, { headers }: FastifyRequest, method: Method) {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn = origin === publicUrl;
  if (method === 'GET') {
    // A request that a person starts by hand, such as opening a download's address, has `none`.
    const allowed = site === undefined ? origin === undefined || isOwn : site === 'same-origin' || site === 'none';
    if (!allowed) throw new Refusal(commonRefusals.originRefused);
    return;
  }
  if (site === undefined ? !isOwn : site !== 'same-origin') throw new Refusal(commonRefusals.originRefused);
  if (!isJson(headers['content-type'])) throw new Refusal(commonRefusals.unsupported);
}
