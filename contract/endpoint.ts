/**
 * One endpoint is one object: method, path, what goes in, what comes out, how it refuses, who may call it and how often. The
 * server registers it (`server/http/endpoint.ts`), the browser calls it (`client/lib/http.ts`), and the OpenAPI document and
 * the tests of every endpoint (`server/http/endpoints.test.ts`) are made from it.
 *
 * This file loads no schema library: it names the types alone.
 */
import type * as z from 'zod/mini';
import type { ApiScope } from './api.ts';
import type { Permission } from './desk/permissions.ts';
import { staffRefusals } from './desk/staff-refusals.ts';
import { commonRefusals, type RefusalText } from './refusals.ts';

export type Schema = z.ZodMiniType;

export type Method = 'GET' | 'POST' | 'DELETE';

/**
 * Who may call an endpoint of the desk, by the session of its cookie. A write is JSON and comes from a page of the desk's own
 * origin; no configuration lets in another one.
 */
export interface StaffAuth {
  /**
   * A permission: somebody whose role has it. `signed-in`: anybody with a role. The others are for the steps of a sign-in:
   * `anyone`: whoever asks, with or without a session; `first-factor`: a session that has given the first factor and owes the
   * second; `enrolling`: one that adds its first second factor or waits for its inviter, and whoever is signed in.
   */
  readonly staff: Permission | 'signed-in' | 'enrolling' | 'first-factor' | 'anyone';
  /** A factor was proven within the last five minutes. An account without a factor has none to prove. */
  readonly fresh?: true;
  /** Also a locked session may call it. */
  readonly locked?: true;
  /** Also with the session's token before the last one: a call may have been on its way while the token was replaced. */
  readonly replaced?: true;
}

/** Another program, by a token that was made at the desk and that may read this. */
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

/** How an endpoint writes its refusals when they are no line of plain text: their schema, and the body of one. */
export interface RefusalBody {
  readonly schema: Schema;
  readonly write: (refusal: RefusalText) => unknown;
}

export interface EndpointShape {
  readonly method: Method;
  /** `:name` is a parameter. */
  readonly path: `/${string}`;
  /** The group in the OpenAPI document. An endpoint without a tag is left out of it. */
  readonly tag?: string;
  readonly summary: string;
  /** `none` unless it is said. */
  readonly auth?: Auth;
  /** `any`: the caller's origin is not looked at. Otherwise pages of other origins than the configured ones are refused. */
  readonly origins?: 'any';
  /** The request headers that a page of another configured origin may send. Without it no preflight is answered. */
  readonly preflight?: string;
  /** `none`: its requests are not counted. Otherwise each counts for its address. */
  readonly limit?: 'none';
  readonly query?: Schema;
  readonly body?: Schema;
  /** 4096 unless it is said. */
  readonly bodyLimitBytes?: number;
  /** `json` unless it is said. */
  readonly accepts?: readonly BodyType[];
  /** The refusal of a body in which this member is missing or wrong, by the refusal's name. */
  readonly invalidMembers?: Readonly<Record<string, string>>;
  /** What each status that is no refusal carries; `z.null()` for nothing. */
  readonly responses: Readonly<Record<number, Schema>>;
  readonly refusals?: Readonly<Record<string, RefusalText>>;
  /** Plain text unless it is said. */
  readonly refuseAs?: RefusalBody;
  /** The `cache-control` of its responses; `no-store` unless it is said. */
  readonly cache?: string;
}

type OwnRefusals<Shape> = Shape extends { readonly refusals: infer Own } ? Own : object;
type SharedRefusals<Shape> = Shape extends { readonly auth: StaffAuth }
  ? typeof commonRefusals & typeof staffRefusals
  : typeof commonRefusals;
type Refusals<Shape> = OwnRefusals<Shape> & Omit<SharedRefusals<Shape>, keyof OwnRefusals<Shape>>;

export type EndpointOf<Shape extends EndpointShape> = Omit<Shape, 'refusals' | 'auth'> & {
  readonly auth: Shape extends { readonly auth: infer Kind extends Auth } ? Kind : 'none';
  readonly refusals: Refusals<Shape>;
};

/** Any endpoint. */
export interface Endpoint extends EndpointShape {
  readonly auth: Auth;
  readonly refusals: Readonly<Record<keyof typeof commonRefusals, RefusalText> & Record<string, RefusalText>>;
}

/** Whether an endpoint is the desk's. */
export const isStaffOnly = <E extends { readonly auth?: Auth }>(of: E): of is E & { readonly auth: StaffAuth } =>
  typeof of.auth === 'object' && 'staff' in of.auth;

/** Whether an endpoint is for programs with a token. */
export const isForTokens = <E extends { readonly auth?: Auth }>(of: E): of is E & { readonly auth: TokenAuth } =>
  typeof of.auth === 'object' && 'token' in of.auth;

/**
 * Makes an endpoint of its description: what is not said has the values that `EndpointShape` names. The mark lets a bundler
 * leave out the endpoints that a page does not call.
 */
// @__NO_SIDE_EFFECTS__
export function endpoint<const Shape extends EndpointShape>(shape: Shape): EndpointOf<Shape> {
  const refusals = { ...commonRefusals, ...(isStaffOnly(shape) && staffRefusals), ...shape.refusals };
  return { auth: 'none', ...shape, refusals } as unknown as EndpointOf<Shape>;
}

/** The parameters of a path, by name. */
export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
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

/** The statuses that an endpoint declares for a write that came too late: nothing was stored, and the value is what is so now. */
export type LateStatus = 409 | 410;

/** What an endpoint answers with when it did what was asked. */
export type DoneOf<E extends { readonly responses: object }> = {
  [Status in keyof E['responses']]: Status extends LateStatus
    ? never
    : { readonly status: Status extends number ? Status : never; readonly value: OutputOf<E['responses'][Status]> };
}[keyof E['responses']];

/** What it answers with when it came too late. */
export type LateOf<E extends { readonly responses: object }> = {
  [Status in keyof E['responses']]: number extends Status
    ? { readonly status: number; readonly value: OutputOf<E['responses'][Status]> }
    : Status extends LateStatus
      ? { readonly status: Status; readonly value: OutputOf<E['responses'][Status]> }
      : never;
}[keyof E['responses']];

/** The path of an endpoint with its parameters filled in. */
export const pathOf = <Path extends string>({ path }: { readonly path: Path }, params?: ParamsOf<Path>): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Readonly<Record<string, string>> | undefined)?.[name] ?? ''),
  );
