/** `POST /functions/v1/send-sms`: the specification's function, with the interface of a Supabase Edge Function (S7). */
import type { FastifyInstance } from 'fastify';
import {
  additionalInfoMaxLength,
  callbackNameMaxLength,
  functionsPath,
  type RequestType,
  requestTypes,
  sendSmsRefusals,
} from '#contract/agent-request.ts';
import { type SendSmsBody, sendSms } from '#contract/agent-request-endpoints.ts';
import { readAnydesk } from '#contract/anydesk.ts';
import type { Endpoint, RefusalName } from '#contract/endpoint.ts';
import { cleanAdditionalInfo, cleanCallbackName, isTooLong } from '#contract/free-text.ts';
import type { Context } from '#server/context.ts';
import { ok, register } from '#server/http/endpoint.ts';
import { takeUse } from '#server/http/limits.ts';
import { checkOrigin } from '#server/http/origins.ts';
import type { AgentRequestInput } from './input.ts';

/** The answer that Supabase gives for a function that does not exist. */
const noFunction = { code: 404, message: 'Requested function was not found' } as const;

const typeOf = (words: string): RequestType | undefined =>
  (Object.keys(requestTypes) as RequestType[]).find((type) => requestTypes[type] === words.trim());

/** Reads the body as a request, or names what is wrong with it. */
function readInput(body: SendSmsBody): AgentRequestInput | { readonly wrong: RefusalName<typeof sendSms> } {
  const { dealershipName, requestType: words, additionalInfo, request_id: id } = body;
  if (dealershipName.trim() === '') return { wrong: 'dealershipMissing' };
  const requestType = typeOf(words);
  if (!requestType) return { wrong: 'typeUnknown' };
  if (isTooLong(additionalInfo ?? '', additionalInfoMaxLength)) return { wrong: 'infoTooLong' };
  if (isTooLong(body.callback_name ?? '', callbackNameMaxLength)) return { wrong: 'nameTooLong' };
  const typedAddress = body.anydesk?.trim() ?? '';
  const anydesk = typedAddress === '' ? null : readAnydesk(typedAddress);
  if (anydesk === undefined) return { wrong: 'anydeskUnknown' };
  const dealershipId = body.dealership_id || undefined;
  return {
    id,
    insteadOf: body.instead_of ?? [],
    dealershipName,
    dealershipId,
    requestType,
    additionalInfo: cleanAdditionalInfo(additionalInfo ?? ''),
    callbackName: cleanCallbackName(body.callback_name ?? '') || null,
    anydesk,
  };
}

const refused = (error: string) => ok({ success: false, error });

export function sendSmsRoutes(app: FastifyInstance, context: Context): void {
  const { config, limiters, portal, agentRequests } = context;

  register(app, context, sendSms, async ({ caller: session, body, request, refuse }) => {
    const input = readInput(body);
    if ('wrong' in input) throw refuse(input.wrong);
    if (!(await portal.textAgentOn())) return refused(sendSmsRefusals.switchedOff);
    const created = await agentRequests.create(session, input, (dealershipId) =>
      takeUse([limiters.agentRequestsPerSession, session.id], [limiters.agentRequestsPerDealership, dealershipId]),
    );
    if (created.outcome === 'too-many') throw refuse('tooMany', { retryAfterMs: created.retryAfterMs });
    if (created.outcome === 'session-ended') throw refuse('deadToken');
    if (created.outcome === 'refused') return refused(created.error);
    request.log.info({ requestId: created.requestId, outcome: created.outcome }, 'agent request');
    const found = body.with_view ? await agentRequests.find(created.requestId) : undefined;
    const view = found && { id: found.id, viewToken: portal.viewTokenOf(found) };
    return ok({ success: true, ...(view && { view }) });
  });

  app.all(
    `${functionsPath}/*`,
    {
      schema: { hide: true },
      config: { endpoint: sendSms as unknown as Endpoint },
      // Answered before the body is read, because no body can matter.
      async onRequest(request, reply) {
        checkOrigin(config, request, reply);
        return reply.code(noFunction.code).send(noFunction);
      },
    },
    () => undefined,
  );
}
