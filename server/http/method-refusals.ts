/**
 * Refuses a method that no endpoint of the path has, in the words of those endpoints. The framework finds no route for such a request, so
 * the endpoints are found here by the path. Routes that refuse each such method would be four fifths of all routes, and making them would
 * take half of the time in which an app is built.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { checkCaller, endpointsOf } from './endpoint.ts';
import { Refusal } from './refusal.ts';

const everyMethod: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What follows from a path alone. */
interface Shape {
  /** The addresses that the path has. */
  readonly addresses: RegExp;
  readonly depth: number;
  /** `/a/*` and `/a/b/*` of `/a/b/c`: routes that would get its requests. */
  readonly wildcards: readonly string[];
  /** Paths are tried in this order: one without parameters before one that has its address by a parameter. */
  readonly rank: string;
}

const parameter = /:\w+/g;

function readShape(path: string): Shape {
  const parts = path.split('/');
  return {
    addresses: new RegExp(`^${path.replaceAll(parameter, '[^/]*')}$`),
    depth: parts.length,
    wildcards: parts.slice(1, -1).map((_, at) => `${parts.slice(0, at + 2).join('/')}/*`),
    rank: path.replaceAll(parameter, '\uffff'),
  };
}

/** The shapes of paths that were read. Every app has the same paths. */
const shapes = new Map<string, Shape>();

const shapeOf = (path: string): Shape => shapes.getOrInsertComputed(path, readShape);

/** A path with the methods that its endpoints have. */
interface Known extends Shape {
  readonly path: string;
  readonly first: Endpoint;
  readonly methods: ReadonlySet<string>;
}

function knownOf(path: string, endpoints: readonly Endpoint[]): Known[] {
  const [first] = endpoints;
  if (!first) return [];
  const methods = new Set<string>(endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  if (first.preflight !== undefined) methods.add('OPTIONS');
  return [{ ...shapeOf(path), path, first, methods }];
}

/** The endpoint that a request without a route was refused for. */
const refusedFor = new WeakMap<FastifyRequest, Endpoint>();

/** The endpoint that a request is for: the one of its route, or the first one of its path when none has its method. */
export const endpointOf = (request: FastifyRequest): Endpoint | undefined =>
  request.routeOptions.config.endpoint ?? refusedFor.get(request);

function refuse({ first, methods }: Known, context: Context, request: FastifyRequest, reply: FastifyReply): never {
  checkCaller(first, context, request, reply);
  throw new Refusal(first.refusals.methodUnknown, { allow: [...methods].join(', ') });
}

/** Adds the refusals to an app that has all its endpoints and wildcards. */
export function addMethodRefusals(app: FastifyInstance, context: Context): void {
  const all = [...Map.groupBy(endpointsOf(app), ({ path }) => path)]
    .flatMap(([path, endpoints]) => knownOf(path, endpoints))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));

  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404 || !everyMethod.includes(request.method as HTTPMethods)) return;
    const [address = ''] = request.url.split(/[?#]/, 1);
    const decoded = decodeURI(address);
    const known = all.find(({ addresses }) => addresses.test(decoded));
    if (!known) return;
    refusedFor.set(request, known.first);
    refuse(known, context, request, reply);
  });

  // Where another route has the method, the request would go there: `GET /messages/retry` to `/messages/:id`.
  const wildcards = [...new Set(all.flatMap((known) => known.wildcards))].flatMap((url) =>
    everyMethod.filter((method) => app.hasRoute({ method, url })).map((method) => ({ url, method })),
  );
  for (const known of all) {
    const others = all.filter(({ depth, path, addresses }) => {
      return depth === known.depth && path !== known.path && addresses.test(known.path);
    });
    const isTaken = (method: HTTPMethods) =>
      others.some(({ methods }) => methods.has(method)) ||
      wildcards.some((wildcard) => wildcard.method === method && known.wildcards.includes(wildcard.url));
    // A route of GET has HEAD as well.
    const taken = everyMethod.filter((method) => method !== 'HEAD' && !known.methods.has(method) && isTaken(method));
    if (taken.length === 0) continue;
    app.route({
      method: taken,
      url: known.path,
      config: { endpoint: known.first },
      schema: { hide: true },
      onRequest: async (request, reply) => refuse(known, context, request, reply),
      handler: () => undefined,
    });
  }
}
