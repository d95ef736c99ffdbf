/** Takes the text provider's reports of what became of a text. They are signed with the account's secret over the public URL. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idPattern } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { noContent, register } from '#server/http/endpoint.ts';
import { isSigned, textReportsPath } from './service.ts';

const textReport = endpoint('POST', `${textReportsPath}/:messageId`, {
  summary: 'What became of a text, as its provider says',
  origins: 'any',
  limit: 'none',
  accepts: ['url-encoded'],
  bodyLimitBytes: 16 * 1024,
  responses: { 204: z.null() },
  refusals: {
    unsigned: { status: 403, text: 'The signature is not valid' },
    notReporting: { status: 404, text: 'Not found' },
  },
});

/** A value of a report, if it is a word of letters and digits like every status and id; undefined otherwise, so that it is not stored. */
const word = (text: string | null) => (text !== null && /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined);

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const { config, delivery, live } = context;

  register(app, context, textReport, async ({ params: { messageId }, request, refuse }) => {
    const { provider } = config.sms;
    if (!provider || !idPattern.test(messageId)) throw refuse('notReporting');
    const report = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    // The provider signed the URL that it was given. A proxy may have changed the URL of this request.
    const url = `${config.publicUrl}${textReportsPath}/${messageId}`;
    const signature = request.headers['x-twilio-signature'];
    if (!isSigned(provider.authToken, url, report, signature)) throw refuse('unsigned');
    const status = word(report.get('MessageStatus'));
    const providerId = word(report.get('MessageSid'));
    if (status && providerId) {
      const errorCode = word(report.get('ErrorCode'));
      const subjectId = await delivery.report({ messageId, status, providerId, errorCode });
      // Nothing happens when the subject is not a request, because only requests have cards.
      if (subjectId !== undefined) live.changed(subjectId);
    }
    return noContent;
  });
}
