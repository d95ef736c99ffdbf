/**
 * Registers endpoints (`contract/endpoint.ts`). Each request passes the same steps: origin, limit, authentication, body,
 * validation. Then the endpoint's handler authorises it, calls a service and presents the result.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RequestPayload } from 'fastify';
import * as z from 'zod/mini';
import { deskApiPath } from '#contract/desk/session.ts';
import {
  type BodyOf,
  type Endpoint,
  isStaffOnly,
  type ParamsOf,
  type QueryOf,
  type RefusalName,
  type ResponseOf,
  type Schema,
} from '#contract/endpoint.ts';
import { commonRefusals } from '#contract/refusals.ts';
import { type DeskCaller, runAsCaller, SessionOverError } from '#server/caller.ts';
import type { Context } from '#server/context.ts';
import { asCall, StorageBusyError } from '#server/database/open.ts';
import { inScopeOf, mediaTypes } from './bodies.ts';
import { authenticate, type CallerOf } from './caller.ts';
import { answerPreflight, checkDeskOrigin, checkOrigin } from './origins.ts';
import { Refusal, retryAfter } from './refusal.ts';
import { streamSafe } from './stream-safe.ts';

type Declared = Omit<Endpoint, 'responses' | 'refusals'> & { readonly responses: object; readonly refusals: object };

/** A request that passed all steps, as its handler sees it. */
export interface Call<E extends Declared> {
  readonly params: ParamsOf<E['path']>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: CallerOf<E['auth']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Makes a refusal of this endpoint for the handler to throw. `text` is for a refusal without a fixed text. */
  refuse(name: RefusalName<E>, more?: { readonly retryAfterMs?: number; readonly text?: string }): Refusal;
}

/** Answers a call with a response. A handler that sends a stream or a page itself returns the reply. */
type Handler<E extends Declared> = (call: Call<E>) => Promise<ResponseOf<E> | FastifyReply>;

/** The response that did what was asked. */
export const ok = <Value>(value: Value) => ({ status: 200, value }) as const;

/** The response to a change, with what is stored now: 409 when the change was not made. */
export const answered = <Value>(made: boolean, value: Value) => ({ status: made ? 200 : 409, value }) as const;

/** The response of an endpoint that has nothing to return. */
export const noContent = { status: 204, value: null } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint that a route is registered for. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Who calls; set by the endpoint's authentication. */
    caller: unknown;
    /** When the caller was found, by `clockMs` of the context. */
    callerFoundMs: number;
    /** Resolves when the caller is within the limit of the address and was found. Rejects with the refusal. */
    admitted: Promise<void>;
  }
}

const defaultBodyLimitBytes = 4096;

/**
 * How long the caller that was found from the headers stays valid, in milliseconds. If the body takes longer to arrive, the caller
 * is authenticated again, because a session, a code or a role may end meanwhile.
 */
export const callerHoldsForMs = 250;

/**
 * How many bytes of a body are read before the caller is authenticated. A form is shorter and comes with its head. It is the same for
 * everybody, so that a false token costs no more memory than none.
 */
const readAtOnceBytes = 65_536;

/**
 * Whether the body is read before anything waits for the database. Whoever sends it may be gone when the database answers, and what
 * was not read by then is lost, although all of it had arrived.
 */
const readsAtOnce = ({ bodyLimitBytes = defaultBodyLimitBytes }: Endpoint, { headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? Number.NaN) <= Math.min(bodyLimitBytes, readAtOnceBytes);

/**
 * Reads a body while its caller is being admitted, and gives it to the parser afterwards. A caller who is refused learns that first, and
 * at once: the rest of the body is not waited for.
 */
async function readMeanwhile({ admitted }: FastifyRequest, payload: RequestPayload): Promise<RequestPayload> {
  const reading = buffer(payload);
  // Nobody waits for it when the caller is refused.
  reading.catch(() => {});
  await admitted;
  const body = await reading.catch(() => {
    // Its sender left in the middle.
    throw new Refusal(commonRefusals.malformed);
  });
  return Object.assign(Readable.from([body], { objectMode: false }), { receivedEncodedLength: body.length });
}

/** The proof that an endpoint requires, by the names of `components.securitySchemes` in the OpenAPI document. */
function securityOf(auth: Endpoint['auth']): FastifySchema {
  if (auth === 'none') return {};
  if (typeof auth === 'string' || 'token' in auth) return { security: [{ bearer: [] }] };
  return auth.staff === 'anyone' ? {} : { security: [{ desk: [] }] };
}

/** The body of a refusal that no endpoint gives another form. */
const lineOfText = z.string();

/** The description of an endpoint in the OpenAPI document. */
function documentOf({
  tag,
  summary,
  auth,
  query,
  body,
  accepts,
  responses,
  refusals,
  refuseAs,
}: Endpoint): FastifySchema {
  const refused = Object.values(refusals)
    .filter(({ status }) => status < 500 && status !== 405)
    .map(({ status }) => [status, refuseAs?.schema ?? lineOfText]);
  return {
    ...(tag === undefined ? { hide: true } : { tags: [tag] }),
    summary,
    ...securityOf(auth),
    ...(query && { querystring: query }),
    ...(body && { body, consumes: (accepts ?? ['json']).flatMap((type) => mediaTypes[type]) }),
    response: { ...Object.fromEntries(refused), ...responses },
  };
}

/** The refusal for what a schema found wrong: the one of the first wrong member, else `invalid`, else `malformed`. */
function refusalOf({ refusals, invalidMembers }: Endpoint, issues: readonly z.core.$ZodIssue[]): Refusal {
  const member = String(issues[0]?.path[0] ?? '');
  return new Refusal(refusals[invalidMembers?.[member] ?? 'invalid'] ?? refusals.malformed);
}

function validate(endpoint: Endpoint, schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const read = schema.safeParse(value);
  if (!read.success) throw refusalOf(endpoint, read.error.issues);
  return read.data;
}

/** Refuses a page of another origin. For an endpoint of the desk, also refuses a write that an HTML form could send. */
export function checkCaller(
  endpoint: Endpoint,
  { config }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (isStaffOnly(endpoint)) checkDeskOrigin(config, request, endpoint.method);
  else if (endpoint.origins !== 'any') checkOrigin(config, request, reply);
}

/** Sends a value with its status. Fastify sends no body for null, so JSON's `null` is written here. */
function send(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  reply.code(status);
  if (typeof value === 'string') return reply.type('text/plain').send(value);
  if (value !== null || status === 204) return reply.send(value);
  return reply.type('application/json').serializer(JSON.stringify).send(value);
}

const isDeskCaller = (caller: unknown): caller is DeskCaller =>
  typeof caller === 'object' && caller !== null && 'sessionId' in caller && 'personId' in caller;

/** Whether an error is answered with a refusal that says that nothing was changed. */
const saysUnchanged = (error: unknown): boolean =>
  error instanceof StorageBusyError || error instanceof SessionOverError;

/** The endpoints of an app, in the order in which they were registered. */
const registered = new WeakMap<FastifyInstance, Endpoint[]>();

export const endpointsOf = (app: FastifyInstance): readonly Endpoint[] => registered.get(app) ?? [];

interface RegisterOptions {
  /** Reads a body that the framework cannot read by itself, such as form data. */
  readonly readBody?: (request: FastifyRequest, limitBytes: number) => Promise<unknown>;
  /** Answers a request whose body was refused, instead of the usual line of text. Undefined leaves it to the usual answer. */
  readonly answerUnread?: (
    refusal: Refusal,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply | undefined>;
}

/** Adds an endpoint to the app. Everything that the endpoint declares is done here, so its handler repeats none of it. */
export function register<E extends Declared>(
  app: FastifyInstance,
  context: Context,
  endpoint: E,
  handler: Handler<E>,
  { readBody, answerUnread }: RegisterOptions = {},
): void {
  const any = endpoint as unknown as Endpoint;
  if (any.path.startsWith(deskApiPath) && !isStaffOnly(any)) {
    throw new Error(`${any.method} ${any.path} does not say who of the staff may call it`);
  }
  // A write of the desk must have a JSON body, even an empty one, so that no form of another page can send it.
  if (any.path.startsWith(deskApiPath) && any.method !== 'GET' && any.body === undefined) {
    throw new Error(`${any.method} ${any.path} takes no body, so no page could call it`);
  }
  registered.set(app, [...endpointsOf(app), any]);
  const { method, path, accepts = ['json'], bodyLimitBytes = defaultBodyLimitBytes, cache = 'no-store' } = any;
  const refuse: Call<E>['refuse'] = (name, { retryAfterMs, text } = {}) => {
    const refusal = any.refusals[name] as { readonly status: number; readonly text: string };
    const headers = retryAfterMs === undefined ? {} : retryAfter(retryAfterMs);
    return new Refusal({ status: refusal.status, text: text ?? refusal.text }, headers);
  };

  async function countUse(address: string): Promise<void> {
    const waitMs = any.limit === 'none' ? 0 : await context.limiters.requestsPerAddress.take(address);
    if (waitMs > 0) throw new Refusal(any.refusals.tooMany, retryAfter(waitMs));
  }

  async function admit(request: FastifyRequest): Promise<void> {
    await countUse(request.ip);
    request.caller = await authenticate(any, context, request);
    request.callerFoundMs = context.clockMs();
  }

  inScopeOf(app, accepts, (scope) => {
    const config = { endpoint: any };
    if (any.preflight !== undefined) {
      const { preflight } = any;
      scope.options(path, { schema: { hide: true }, config }, (request, reply) =>
        answerPreflight(context.config, request, reply, preflight),
      );
    }
    scope.route({
      method,
      url: path,
      config,
      bodyLimit: bodyLimitBytes,
      schema: documentOf(any),
      // The schemas only document the endpoint here. The handler validates, and refuses in the endpoint's own words.
      validatorCompiler: () => (value: unknown) => ({ value }),
      // These checks come before the body is read, or before more than a form of it. A page can then read why its body was refused,
      // and a stranger sends no large body at all.
      async onRequest(request, reply) {
        checkCaller(any, context, request, reply);
        request.admitted = admit(request);
        // The refusal is for whoever waits for it. Nobody may, when the body is refused first.
        request.admitted.catch(() => {});
        if (!readsAtOnce(any, request)) await request.admitted;
      },
      async preParsing(request, _reply, payload) {
        // A body that anybody may send is parsed at once as well, and its own refusal comes first.
        return any.auth !== 'none' && readsAtOnce(any, request) ? readMeanwhile(request, payload) : payload;
      },
      async handler(request, reply) {
        let sent: unknown;
        try {
          sent = streamSafe(readBody ? await readBody(request, bodyLimitBytes) : request.body);
        } catch (error) {
          const answered = error instanceof Refusal ? await answerUnread?.(error, request, reply) : undefined;
          if (answered) return answered;
          throw error;
        }
        await request.admitted;
        if (context.clockMs() - request.callerFoundMs > callerHoldsForMs) {
          request.caller = await authenticate(any, context, request);
        }
        // Without a body Fastify has null here.
        const body = validate(any, any.body, sent ?? undefined);
        const input = { query: validate(any, any.query, request.query), body };
        const { params, caller } = request;
        reply.header('cache-control', cache);
        const call = { params, caller, ...input, request, reply, refuse } as unknown as Call<E>;
        const handle = () => asCall(() => handler(call), saysUnchanged);
        const result = await (isDeskCaller(caller) ? runAsCaller(caller, handle) : handle());
        // When the handler returned the reply, `await` has resolved it to undefined, and the response is over. `reply.sent` alone
        // does not tell: it is false for a stream whose page has gone.
        if (result === undefined || reply.sent) return reply;
        const { status, value } = result as { readonly status: number; readonly value: unknown };
        return send(reply, status, value);
      },
    });
  });
}
