/** Finds who calls an endpoint, as its `auth` requires. */
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { Refusal, retryAfter } from './refusal.ts';

/** The token of `authorization: Bearer {token}` (RFC 6750 2.1); undefined when there is none. */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  const [, token] = /^Bearer +([\w.~+/=-]{1,2000})$/i.exec(headers.authorization ?? '') ?? [];
  return token;
}

/** Finds who calls. Throws a refusal when the request's proof is missing or not valid. */
export async function authenticate(
  endpoint: Endpoint,
  { authenticators }: Pick<Context, 'authenticators'>,
  request: FastifyRequest,
): Promise<unknown> {
  const { auth, refusals } = endpoint;
  if (auth === 'none') return undefined;
  if (typeof auth === 'object' && 'staff' in auth) {
    const found = await authenticators.staff(request, auth);
    if ('caller' in found) return found.caller;
    throw refusalNamed(endpoint, found.refused);
  }
  const token = bearerToken(request);
  const named = token === undefined && request.headers.authorization === undefined ? 'noToken' : 'deadToken';
  if (typeof auth === 'object') {
    const found = token === undefined ? ({ refused: named } as const) : await authenticators.token(token, auth);
    if ('caller' in found) return found.caller;
    if (found.refused === 'tooMany') throw new Refusal(refusals.tooMany, retryAfter(found.waitMs));
    throw refusalNamed(endpoint, found.refused in refusals ? found.refused : 'deadToken');
  }
  const params = request.params as Readonly<Record<string, string>>;
  const found = token === undefined ? { refused: named } : await authenticators[auth](token, params);
  if ('caller' in found) return found.caller;
  throw refusalNamed(endpoint, found.refused in refusals ? found.refused : 'deadToken');
}

function refusalNamed({ path, refusals }: Endpoint, name: string): Refusal {
  const refusal = refusals[name];
  if (!refusal) throw new Error(`${path} does not say how it refuses: ${name}`);
  return new Refusal(refusal);
}
