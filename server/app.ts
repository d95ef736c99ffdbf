import { maxHeaderSize } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyMultipart from '@fastify/multipart';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { brand } from '#brand/brand.ts';
import { codeLinkRoutes } from './access/link-routes.ts';
import { portalRoutes } from './access/routes.ts';
import { apiRoutes } from './api/routes.ts';
import type { Context } from './context.ts';
import { accountRoutes } from './desk/account-routes.ts';
import { auditRoutes } from './desk/audit-routes.ts';
import { boardRoutes } from './desk/board-routes.ts';
import { codeRoutes } from './desk/code-routes.ts';
import { connectionRoutes } from './desk/connection-routes.ts';
import { countRoutes } from './desk/count-routes.ts';
import { dealershipRoutes } from './desk/dealership-routes.ts';
import { erasedRoutes } from './desk/erased-routes.ts';
import { exportRoutes } from './desk/export-routes.ts';
import { figuresRoutes } from './desk/figures-routes.ts';
import { firstHourRoutes } from './desk/first-hour-routes.ts';
import { leadRoutes } from './desk/lead-routes.ts';
import { linkRoutes } from './desk/link-routes.ts';
import { liveRoutes } from './desk/live-routes.ts';
import { messageRoutes } from './desk/message-routes.ts';
import { deskPages } from './desk/pages.ts';
import { peopleRoutes } from './desk/people-routes.ts';
import { personRequestRoutes } from './desk/person-request-routes.ts';
import { pushRoutes } from './desk/push-routes.ts';
import { scheduleRoutes } from './desk/schedule-routes.ts';
import { sessionRoutes } from './desk/session-routes.ts';
import { settingRoutes } from './desk/setting-routes.ts';
import { sweepRoutes } from './desk/sweep-routes.ts';
import { tokenRoutes } from './desk/token-routes.ts';
import { testLinkRoutes } from './first-hour/routes.ts';
import { addAnswering } from './http/answering.ts';
import { addErrorHandler } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { addLinger } from './http/linger.ts';
import { addMethodRefusals, endpointOf } from './http/method-refusals.ts';
import { addHostCheck, routable } from './http/request-target.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { addUnparsedAnswers, clientErrorHandler } from './http/unparsed.ts';
import { mailGatewayRoutes } from './mail-gateway/routes.ts';
import { statusRoutes } from './measured/routes.ts';
import { reportRoutes } from './outbox/report-routes.ts';
import { agentRoutes } from './requests/agent-routes.ts';
import { requestRoutes } from './requests/portal-routes.ts';
import { sendSmsRoutes } from './requests/send-sms.ts';
import { siteRoutes } from './site/routes.ts';

/** The most fields that any of our forms has. A body with more is not one of ours. */
const mostFields = 200;
const longestFieldBytes = 16 * 1024;
const idleSocketsCheckMs = 100;
/** How long a request may take to arrive, and how often the server looks for requests that took longer. */
const requestWithinMs = 30_000;
const unfinishedCheckMs = 5_000;
/**
 * How long nothing may move on a connection while it is answered. A client that takes nothing of its answer would otherwise keep it
 * in our memory for ever. Event streams say something every 15 s.
 */
const stalledForMs = 120_000;
/** In characters: Node's limit for all headers together. */
const longestAddress = maxHeaderSize;

/**
 * How long callers on open connections are still answered at a stop. Each answer says that its connection ends, so a caller begins no
 * request on it that the end of the connection would cut off.
 */
const lastAnswersForMs = 200;
/** How long a connection stays open without a request: longer than proxies such as Caddy keep one (two minutes). */
const idleConnectionMs = 130_000;

const hasConnections = (server: FastifyInstance['server']): Promise<boolean> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count > 0)));

/** Ends the event streams and idle connections at a stop, so that the stop does not wait for them. */
function addDrain(app: FastifyInstance, { lifecycle, live, deskStream }: Context): void {
  app.addHook('onSend', async (_request, reply) => {
    if (lifecycle.draining) reply.header('connection', 'close');
  });
  let idleSockets: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    lifecycle.draining = true;
    live.endAll();
    deskStream.endAll();
    if (app.server.listening && (await hasConnections(app.server))) await sleep(lastAnswersForMs);
    idleSockets = setInterval(() => app.server.closeIdleConnections(), idleSocketsCheckMs);
  });
  app.addHook('onClose', async () => clearInterval(idleSockets));
}

/** Builds the whole HTTP server of a context, ready to listen or to be injected into. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config, log, metrics } = context;
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    genReqId: () => context.mintId(),
    rewriteUrl: ({ url }) => routable(url ?? '/'),
    requestTimeout: requestWithinMs,
    connectionTimeout: stalledForMs,
    keepAliveTimeout: idleConnectionMs,
    // A part of an address may be as long as Node accepts, so that the route refuses a long one with all our headers.
    routerOptions: { maxParamLength: longestAddress },
    // By default Node looks only every 30 s, so a stalled request could last a minute or more.
    http: { requireHostHeader: false, headersTimeout: requestWithinMs, connectionsCheckingInterval: unfinishedCheckMs },
    clientErrorHandler: clientErrorHandler(config),
    return503OnClosing: false,
  });
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    // A connection that has ended has no address any more, and its request is still handled.
    Object.defineProperty(request, 'ip', { value: request.ip ?? '' });
  });
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? endpointOf(request)?.path ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
  addAnswering(app, context.answering);
  addUnparsedAnswers(app, config);
  addSecurityHeaders(app, config);
  addHostCheck(app);
  addErrorHandler(app);
  addDrain(app, context);
  addLinger(app);
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} API`, version: '1' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          desk: { type: 'apiKey', in: 'cookie', name: '__Host-desk' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(fastifyMultipart, {
    limits: { fields: mostFields, parts: mostFields, fieldSize: longestFieldBytes },
  });
  mailGatewayRoutes(app, context);
  portalRoutes(app, context);
  codeLinkRoutes(app, context);
  requestRoutes(app, context);
  sendSmsRoutes(app, context);
  agentRoutes(app, context);
  testLinkRoutes(app, context);
  reportRoutes(app, context);
  peopleRoutes(app, context);
  auditRoutes(app, context);
  liveRoutes(app, context);
  pushRoutes(app, context);
  boardRoutes(app, context);
  scheduleRoutes(app, context);
  figuresRoutes(app, context);
  dealershipRoutes(app, context);
  codeRoutes(app, context);
  leadRoutes(app, context);
  messageRoutes(app, context);
  settingRoutes(app, context);
  firstHourRoutes(app, context);
  apiRoutes(app, context);
  connectionRoutes(app, context);
  tokenRoutes(app, context);
  countRoutes(app, context);
  sessionRoutes(app, context);
  accountRoutes(app, context);
  linkRoutes(app, context);
  erasedRoutes(app, context);
  exportRoutes(app, context);
  personRequestRoutes(app, context);
  sweepRoutes(app, context);
  healthRoutes(app, context);
  statusRoutes(app, context);
  addMethodRefusals(app, context);
  // The document has almost two megabytes, which take ten milliseconds to write. The endpoints never change, so it is written once,
  // as bytes: of a text, each connection would keep a copy until its client has taken it.
  let openApi: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, (_request, reply) => {
    openApi ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json').send(openApi);
  });
  deskPages(app, context);
  await siteRoutes(app, context);
  return app;
}
