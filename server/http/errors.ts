import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnswers } from '#contract/send.ts';
import { StorageBusyError } from '#server/database/open.ts';
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

/** What a file refuses that is asked for in part or under a condition (RFC 9110 13.1, 14.2). */
const conditions: Partial<Record<number, { status: number; text: string }>> = {
  412: { status: 412, text: 'Precondition Failed' },
  416: { status: 416, text: 'Range Not Satisfiable' },
};

const internal = { status: 500, text: 'Something went wrong on our side. Please send it again; it counts once.' };

const busyRetryAfterS = 5;

/** The refusal that an error stands for, if it is an expected one. A store that another program holds is one, and is logged. */
export function asRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof StorageBusyError)) return undefined;
  request.log.warn({ err: error }, 'the database is locked by another program');
  return new Refusal(sendAnswers.storeBusy, { 'retry-after': String(busyRetryAfterS) });
}

/** What an error is answered with: a refusal as it says, everything unknown with a bare 500 and a line in the log. */
function answerFor(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  const refusal = asRefusal(error, request);
  if (refusal) return refusal;
  const { statusCode = 500, code, headers } = error as FastifyError & { headers?: Record<string, string> };
  const condition = conditions[statusCode];
  // Its headers say what there is instead of what was asked for.
  if (condition) return new Refusal(condition, headers);
  const clientFault = statusCode < 500 ? sendAnswers.malformed : undefined;
  const answer = frameworkAnswers[code] ?? clientFault ?? internal;
  if (answer === internal) request.log.error({ err: error }, 'unexpected error');
  return new Refusal(answer);
}

/** How a refusal is written into a response whose status and headers are set. */
type Write = (reply: FastifyReply, refusal: Refusal) => FastifyReply;

const writeText: Write = (reply, { message }) => reply.type('text/plain').send(message);

/** Maps every error of these routes to its response, as a line of plain text unless the routes speak otherwise. */
export function addErrorHandler(app: FastifyInstance, write: Write = writeText): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = answerFor(error, request);
    return write(reply.code(refusal.status).headers(refusal.headers), refusal);
  });
}
