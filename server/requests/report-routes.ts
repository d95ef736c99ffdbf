/** Where the text provider reports what became of a text. Signed with the account's secret over the public address. */
import type { FastifyInstance } from 'fastify';
import { idPattern } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isSigned, textReportsPath } from '#server/outbox/service.ts';

const bodyLimit = 16 * 1024;
const unsigned = { status: 403, text: 'The signature is not valid' };
const notReporting = { status: 404, text: 'Not found' };

/** A status is a word and an id is letters and digits; nothing else is stored. */
const word = (text: string | null) => (text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined);

export async function reportRoutes(app: FastifyInstance, { config, agentRequests }: Context): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  app.post(`${textReportsPath}/:messageId`, { bodyLimit, schema: { hide: true } }, async (request, reply) => {
    const { messageId } = request.params as { messageId: string };
    const { provider } = config.sms;
    if (!provider || !idPattern.test(messageId)) throw new Refusal(notReporting);
    const params = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    // The address that was signed is the one that the provider was given, whatever a proxy made of it.
    const url = `${config.publicUrl}${textReportsPath}/${messageId}`;
    if (!isSigned(provider.authToken, url, params, request.headers['x-twilio-signature'])) throw new Refusal(unsigned);
    const status = word(params.get('MessageStatus'));
    const providerId = word(params.get('MessageSid'));
    if (status && providerId) {
      await agentRequests.report({ messageId, status, providerId, errorCode: word(params.get('ErrorCode')) });
    }
    return reply.code(204).send();
  });
}
