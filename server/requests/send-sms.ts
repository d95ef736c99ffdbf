/** `POST /functions/v1/send-sms`: the specification's function, in the shape that a Supabase Edge Function has (S7). */
import '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  additionalInfoMaxLength,
  callbackNameMaxLength,
  cleanAdditionalInfo,
  cleanCallbackName,
  functionsPath,
  type RequestType,
  requestTypes,
  sendSmsAnswer,
  sendSmsBody,
  sendSmsPath,
  sendSmsRefusals,
} from '#contract/agent-request.ts';
import { readAnydesk } from '#contract/anydesk.ts';
import { lengthWithoutMarks } from '#contract/secrets.ts';
import type { Context } from '#server/context.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { addErrorHandler } from '#server/http/errors.ts';
import { answerPreflight, checkOrigin } from '#server/http/origins.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Press } from './service.ts';

const bodyLimit = 32 * 1024;

/** What the Supabase client sends; a page of another origin asks for these first. */
const requestHeaders = 'authorization, x-client-info, apikey, content-type';

/** The platform's own refusals, which come before the function. */
const unauthorised = {
  missing: { code: 401, message: 'Missing authorization header' },
  dead: { code: 401, message: 'Invalid Token or Protected Header formatting' },
} as const;
const noFunction = { code: 404, message: 'Requested function was not found' } as const;

/** What the framework and the limits refuse, in this function's words. */
const refusalTexts: Partial<Record<number, string>> = {
  400: sendSmsRefusals.malformed,
  413: sendSmsRefusals.tooLarge,
  415: sendSmsRefusals.unsupported,
};

/** What the Supabase client calls a body that it did not make JSON of itself: a string, and bytes. */
const otherTypes = ['text/plain', 'application/octet-stream'];

const platformRefusal = z.object({ code: z.number(), message: z.string() });

const typeOf = (words: string): RequestType | undefined =>
  (Object.keys(requestTypes) as RequestType[]).find((type) => requestTypes[type] === words.trim());

/** Reads the body as a press of the button, or says what is wrong with it. */
function readPress(body: unknown): Press | { readonly error: string } {
  const read = z.safeParse(sendSmsBody, body);
  if (!read.success) return { error: sendSmsRefusals.malformed };
  const { dealershipName, requestType: words, additionalInfo, request_id: id } = read.data;
  if (dealershipName.trim() === '') return { error: sendSmsRefusals.dealershipMissing };
  const requestType = typeOf(words);
  if (!requestType) return { error: sendSmsRefusals.typeUnknown };
  const info = cleanAdditionalInfo(additionalInfo ?? '');
  if (lengthWithoutMarks(info) > additionalInfoMaxLength) return { error: sendSmsRefusals.infoTooLong };
  const callbackName = cleanCallbackName(read.data.callback_name ?? '');
  if (lengthWithoutMarks(callbackName) > callbackNameMaxLength) return { error: sendSmsRefusals.nameTooLong };
  const typedAddress = read.data.anydesk?.trim() ?? '';
  const anydesk = typedAddress === '' ? null : readAnydesk(typedAddress);
  if (anydesk === undefined) return { error: sendSmsRefusals.anydeskUnknown };
  const dealershipId = read.data.dealership_id || undefined;
  return {
    id,
    dealershipName,
    dealershipId,
    requestType,
    additionalInfo: info,
    callbackName: callbackName || null,
    anydesk,
  };
}

export async function sendSmsRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, limiters, portal, agentRequests } = context;

  async function sessionOf(request: FastifyRequest) {
    if (request.headers.authorization === undefined) return { refusal: unauthorised.missing };
    const token = bearerOf(request);
    const session = token === undefined ? undefined : await portal.find(token);
    return session ? { session } : { refusal: unauthorised.dead };
  }

  /** Before the body is read, so that a page hears also why its body was refused. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => checkOrigin(config, request, reply);

  addErrorHandler(app, (reply, { status, message }) =>
    reply.send({ success: false, error: refusalTexts[status] ?? message }),
  );
  app.removeContentTypeParser('multipart/form-data');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(otherTypes, { parseAs: 'string', bodyLimit }, (request, body, done) =>
    parseJson(request, String(body), done),
  );

  app.options(sendSmsPath, { schema: { hide: true } }, (request, reply) =>
    answerPreflight(config, request, reply, requestHeaders),
  );

  app.route({
    method: 'POST',
    url: sendSmsPath,
    bodyLimit,
    schema: {
      tags: ['portal'],
      summary: 'Ask for an agent',
      body: sendSmsBody,
      consumes: ['application/json', ...otherTypes],
      response: {
        200: sendSmsAnswer,
        400: sendSmsAnswer,
        401: platformRefusal,
        413: sendSmsAnswer,
        415: sendSmsAnswer,
        429: sendSmsAnswer,
      },
    },
    // The schema documents the body; `readPress` checks it, because the function answers in a shape of its own.
    validatorCompiler: () => (value: unknown) => ({ value }),
    onRequest,
    async handler(request, reply) {
      await limiters.requestsPerAddress(request.ip);
      reply.header('cache-control', 'no-store');
      const { session, refusal } = await sessionOf(request);
      if (!session) return reply.code(401).send(refusal);
      const press = readPress(request.body);
      if ('error' in press) return reply.code(400).send({ success: false, error: press.error });
      if (!(await portal.textAgentOn())) return { success: false, error: sendSmsRefusals.switchedOff };
      const answer = await agentRequests.ask(session, press, async (dealershipId) => {
        await limiters.agentRequestsPerSession(session.id);
        await limiters.agentRequestsPerDealership(dealershipId);
      });
      if (answer.outcome === 'refused') return { success: false, error: answer.error };
      request.log.info({ requestId: answer.requestId, outcome: answer.outcome }, 'agent request');
      return { success: true };
    },
  });
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: sendSmsPath,
    schema: { hide: true },
    onRequest,
    handler: () => {
      throw new Refusal({ status: 405, text: sendSmsRefusals.method }, { allow: 'POST, OPTIONS' });
    },
  });
  app.all(`${functionsPath}/*`, { schema: { hide: true }, onRequest }, (_request, reply) =>
    reply.code(noFunction.code).send(noFunction),
  );
}
