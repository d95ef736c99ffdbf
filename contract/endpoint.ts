/**
 * One endpoint is one object: method, path, request, responses, refusals, who may call it and how often. The server registers it
 * (`server/http/endpoint.ts`) and the browser calls it (`client/lib/http.ts`). The OpenAPI document and the tests of every endpoint
 * (`server/http/endpoints.test.ts`) are made from it.
 *
 * This file loads no schema library; it only uses its types.
 */
import type * as z from 'zod/mini';
import type { ApiScope } from './api.ts';
import type { Permission } from './desk/permissions.ts';
import type { staffRefusals } from './desk/staff-refusals.ts';
import { commonRefusals, type RefusalText } from './refusals.ts';

export type Schema = z.ZodMiniType;

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint of the desk, by the session of its cookie. A write is JSON and must come from a page of the desk's own
 * origin; no configuration allows another one.
 */
export interface StaffAuth {
  /**
   * A permission: anybody whose role has it. `signed-in`: anybody with a role. The others are for the steps of a sign-in: `anyone`:
   * every caller, with or without a session; `first-factor`: a session that has given the first factor and needs the second;
   * `enrolling`: a session that adds its first second factor or waits for its inviter, and everybody who is signed in.
   */
  readonly staff: Permission | 'signed-in' | 'enrolling' | 'first-factor' | 'anyone';
  /** Needs a factor that was proven within the last five minutes. An account without factors needs no proof. */
  readonly fresh?: true;
  /** A locked session may call it too. */
  readonly locked?: true;
  /** A session's previous token works too: a call may be under way while the token is replaced. */
  readonly replaced?: true;
}

/** For other programs: a token that was made at the desk and has this scope. */
export interface TokenAuth {
  readonly token: ApiScope;
}

/**
 * Who may call an endpoint. The proof is a cookie for the desk's staff, and a bearer token (RFC 6750) for every other kind
 * but `none`:
 * - `portal-session`: the token of an open portal session;
 * - `portal-request`: the token of a session that has the request of the path, or that request's view token;
 * - `agent-link`: the token of a link that an agent got by text or mail;
 * - `TokenAuth`: a token of the read API.
 */
export type Auth = 'none' | 'portal-session' | 'portal-request' | 'agent-link' | TokenAuth | StaffAuth;

/** What a body may come as. `json-as-text` is JSON under a type that says nothing of it. */
export type BodyType = 'json' | 'json-as-text' | 'form-data' | 'url-encoded';

/** How an endpoint writes refusals that are not a line of plain text: the schema, and the function that makes the body. */
interface RefusalBody {
  readonly schema: Schema;
  readonly write: (refusal: RefusalText) => unknown;
}

/** `:name` is a parameter. */
export type Path = `/${string}`;

/** What an endpoint says besides its method and its path. */
export interface Description {
  /** The group in the OpenAPI document. An endpoint without a tag is left out of it. */
  readonly tag?: string;
  readonly summary: string;
  /** Defaults to `none`. */
  readonly auth?: Auth;
  /** `any`: the caller's origin is not checked. Otherwise pages of origins that are not configured are refused. */
  readonly origins?: 'any';
  /** The request headers that a page of another configured origin may send. When absent, no preflight is answered. */
  readonly preflight?: string;
  /** `none`: requests are not counted. Otherwise each request counts against the limit of its address. */
  readonly limit?: 'none';
  readonly query?: Schema;
  readonly body?: Schema;
  /** Defaults to 4096. */
  readonly bodyLimitBytes?: number;
  /** Defaults to `json`. */
  readonly accepts?: readonly BodyType[];
  /** For each member of the body: the name of the refusal for a body in which it is missing or wrong. */
  readonly invalidMembers?: Readonly<Record<string, string>>;
  /** The body of each status that is not a refusal; `z.null()` for an empty body. */
  readonly responses: Readonly<Record<number, Schema>>;
  readonly refusals?: Readonly<Record<string, RefusalText>>;
  /** Defaults to plain text. */
  readonly refuseAs?: RefusalBody;
  /** The `cache-control` of its responses. Defaults to `no-store`. */
  readonly cache?: string;
}

type OwnRefusals<Shape> = Shape extends { readonly refusals: infer Own } ? Own : object;
type SharedRefusals<Shape> = Shape extends { readonly auth: StaffAuth }
  ? typeof commonRefusals & typeof staffRefusals
  : typeof commonRefusals;
type Refusals<Shape> = OwnRefusals<Shape> & Omit<SharedRefusals<Shape>, keyof OwnRefusals<Shape>>;

type EndpointOf<M extends Method, P extends Path, Shape> = Omit<Shape, 'refusals' | 'auth'> & {
  readonly method: M;
  readonly path: P;
  readonly auth: Shape extends { readonly auth: infer Kind extends Auth } ? Kind : 'none';
  readonly refusals: Refusals<Shape>;
};

/** Any endpoint. */
export interface Endpoint extends Description {
  readonly method: Method;
  readonly path: Path;
  readonly auth: Auth;
  readonly refusals: Readonly<Record<keyof typeof commonRefusals, RefusalText> & Record<string, RefusalText>>;
}

/** Whether an endpoint belongs to the desk. */
export const isStaffOnly = <E extends { readonly auth?: Auth }>(of: E): of is E & { readonly auth: StaffAuth } =>
  typeof of.auth === 'object' && 'staff' in of.auth;

/**
 * Makes an endpoint, and adds the common refusals; those of the desk's endpoints come from `desk/desk-endpoint.ts`, so that no page
 * of the site loads their texts. `Description` names the defaults of what is left out. The mark lets a bundler drop the endpoints that
 * a page does not call.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const M extends Method, const P extends Path, const Shape extends Description>(
  method: M,
  path: P,
  shape: Shape,
): EndpointOf<M, P, Shape> {
  const refusals = { ...commonRefusals, ...shape.refusals };
  return { auth: 'none', ...shape, method, path, refusals } as unknown as EndpointOf<M, P, Shape>;
}

/** The parameters of a path, by name. */
export type ParamsOf<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown;

type OutputOf<Part> = Part extends Schema ? z.output<Part> : undefined;

export type QueryOf<E> = E extends { readonly query: infer Part } ? OutputOf<Part> : undefined;
export type BodyOf<E> = E extends { readonly body: infer Part } ? OutputOf<Part> : undefined;
export type RefusalName<E extends { readonly refusals: object }> = keyof E['refusals'] & string;

/** A status of an endpoint with what it carries. */
export type ResponseOf<E extends { readonly responses: object }> = {
  [Status in keyof E['responses']]: {
    readonly status: Status extends number ? Status : never;
    readonly value: OutputOf<E['responses'][Status]>;
  };
}[keyof E['responses']];

/** The statuses of a write that came too late: nothing was stored, and the body is the current state. */
type LateStatus = 409 | 410;

/** The responses of an endpoint that did what was asked. */
export type DoneOf<E extends { readonly responses: object }> = Exclude<ResponseOf<E>, { readonly status: LateStatus }>;

/** The responses of an endpoint to a write that came too late. Of an endpoint that is not known more closely, any may be one. */
export type LateOf<E extends { readonly responses: object }> = number extends keyof E['responses']
  ? ResponseOf<E>
  : Extract<ResponseOf<E>, { readonly status: LateStatus }>;

/** The path of an endpoint with its parameters filled in. */
export const pathOf = <P extends string>({ path }: { readonly path: P }, params?: ParamsOf<P>): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>> | undefined)?.[name] ?? ''),
  );
