/** Who may call an endpoint, and how the caller is found, as its `auth` requires. */
import type { FastifyRequest } from 'fastify';
import type { staffRefusals } from '#contract/desk/staff-refusals.ts';
import type { Endpoint, StaffAuth, TokenAuth } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { Refusal, retryAfter } from './refusal.ts';

/**
 * The type of the caller for each kind of `auth`. A feature adds its kind here and its way to find the caller to `Authenticators`.
 */
export interface Callers {
  none: undefined;
}

/**
 * Callers of the desk's endpoints, by the level in `auth.staff`. The key `staff` covers every permission and `signed-in`. The
 * folder `sign-in` adds the members.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the sign-in adds its members.
export interface StaffCallers {}

type StaffCaller<Level> = StaffCallers[Extract<keyof StaffCallers, Level extends keyof StaffCallers ? Level : 'staff'>];

/** The caller of an endpoint with this `auth`. */
export type CallerOf<Auth> = Auth extends StaffAuth
  ? StaffCaller<Auth['staff']>
  : Auth extends TokenAuth
    ? ApiCaller
    : Auth extends keyof Callers
      ? Callers[Auth]
      : undefined;

/** The token that a program called with. */
export interface ApiCaller {
  readonly tokenId: string;
}

/**
 * Who a token belongs to, or why not: `deadToken`: it is not valid; `codeEnded`: the access code of its session is no longer valid;
 * `notFound`: it gives no access to the path's record.
 */
type Authentication<Caller> =
  | { readonly caller: Caller }
  | { readonly refused: 'deadToken' | 'codeEnded' | 'notFound' };

/** Finds the caller by the request's token, for each kind of `auth` that needs one. */
export type Authenticators = {
  readonly [Kind in Exclude<keyof Callers, 'none'>]: (
    token: string,
    params: Readonly<Record<string, string>>,
  ) => Promise<Authentication<Callers[Kind]>>;
} & { readonly staff: StaffAuthenticator; readonly token: TokenAuthenticator };

/**
 * Finds the API token that a program calls with, or says why it is refused: it is not valid, may not read this, or calls too often.
 */
export type TokenAuthenticator = (
  token: string,
  auth: TokenAuth,
) => Promise<
  | { readonly caller: ApiCaller }
  | { readonly refused: 'deadToken' | 'missingScope' }
  | { readonly refused: 'tooMany'; readonly waitMs: number }
>;

/** Finds the desk's caller by the request's cookie, or says why the endpoint refuses them. */
export type StaffAuthenticator = (
  request: FastifyRequest,
  auth: StaffAuth,
) => Promise<{ readonly caller: StaffCallers[keyof StaffCallers] } | { readonly refused: keyof typeof staffRefusals }>;

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
