import type { FastifyError, FastifyInstance } from 'fastify';
import { sendAnswers } from '#contract/send.ts';
import { Refusal } from './refusal.ts';

/** What the framework refuses by itself, in our words. */
const frameworkAnswers: Partial<Record<string, { status: number; text: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: sendAnswers.tooLarge,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: sendAnswers.malformed,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: sendAnswers.unsupported,
  FST_ERR_CTP_EMPTY_JSON_BODY: sendAnswers.malformed,
  FST_ERR_CTP_INVALID_JSON_BODY: sendAnswers.malformed,
  FST_INVALID_MULTIPART_CONTENT_TYPE: sendAnswers.unsupported,
  FST_FIELDS_LIMIT: sendAnswers.tooLarge,
  FST_PARTS_LIMIT: sendAnswers.tooLarge,
  FST_FILES_LIMIT: sendAnswers.unsupported,
  FST_REQ_FILE_TOO_LARGE: sendAnswers.unsupported,
  FST_PROTO_VIOLATION: sendAnswers.malformed,
};

const internal = { status: 500, text: 'Something went wrong on our side. Please send it again; it counts once.' };

/** Maps every error to its response: a refusal as it says, everything unknown to a bare 500 and a line in the log. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    if (error instanceof Refusal) {
      return reply.code(error.status).headers(error.headers).type('text/plain').send(error.message);
    }
    const clientFault = (error.statusCode ?? 500) < 500 ? sendAnswers.malformed : undefined;
    const answer = frameworkAnswers[error.code] ?? clientFault ?? internal;
    if (answer === internal) request.log.error({ err: error }, 'unexpected error');
    return reply.code(answer.status).type('text/plain').send(answer.text);
  });
}
