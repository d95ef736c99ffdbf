import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { refusalHeader } from '#contract/refusal-mark.ts';
import { commonRefusals, type RefusalText } from '#contract/refusals.ts';
import { SessionOverError } from '#server/caller.ts';
import { isUnstorable, StorageBusyError } from '#server/database/open.ts';
import { endpointOf } from './method-refusals.ts';
import { Refusal, retryAfter } from './refusal.ts';

/** The name of our refusal for each error that the framework itself refuses with. */
const frameworkRefusals: Partial<Record<string, keyof typeof commonRefusals>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported',
  FST_FIELDS_LIMIT: 'tooLarge',
  FST_PARTS_LIMIT: 'tooLarge',
  FST_FILES_LIMIT: 'unsupported',
  FST_REQ_FILE_TOO_LARGE: 'unsupported',
};

/** The refusals of a request for a part of a file or under a condition (RFC 9110 13.1, 14.2). */
const conditions: Partial<Record<number, RefusalText>> = {
  412: { status: 412, text: 'Precondition Failed' },
  416: { status: 416, text: 'Range Not Satisfiable' },
};

const busyRetryAfterMs = 5000;

/**
 * The refusal for an expected error; undefined for every other error. A session or a link that ended meanwhile is expected. A database that is busy
 * or away is expected too, and so is a sent value that the database cannot hold. Both are logged.
 */
function asRefusal(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const refusals = endpointOf(request)?.refusals;
  const over = refusals?.['signedOut'] ?? refusals?.['deadToken'];
  if (error instanceof SessionOverError && over) return new Refusal(over);
  if (isUnstorable(error)) {
    request.log.warn({ err: error }, 'a value that the database cannot hold');
    return new Refusal(commonRefusals.malformed);
  }
  if (!(error instanceof StorageBusyError)) return undefined;
  request.log.warn({ err: error }, error.code === 'AWAY_BUSY' ? 'the database is away' : 'the database is busy');
  return new Refusal(commonRefusals.storeBusy, retryAfter(busyRetryAfterMs));
}

/** The refusal for any error. An unknown error becomes a bare 500 and is logged. */
export function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  const refusal = asRefusal(error, request);
  if (refusal) return refusal;
  const {
    statusCode = 500,
    code,
    headers,
  } = Object(error) as Partial<FastifyError> & {
    readonly headers?: Record<string, string>;
  };
  const condition = conditions[statusCode];
  // The headers of the error say what there is instead.
  if (condition) return new Refusal(condition, headers);
  const name = frameworkRefusals[code ?? ''] ?? (statusCode < 500 ? 'malformed' : 'internal');
  if (name === 'internal') request.log.error({ err: error }, 'unexpected error');
  return new Refusal(commonRefusals[name]);
}

/** The text of a refusal in the words of the request's endpoint, which may have its own for a common refusal. */
function wordsOf({ status, message }: Refusal, request: FastifyRequest): RefusalText {
  const common = Object.entries(commonRefusals).find(([, { text }]) => text === message);
  const own = common && endpointOf(request)?.refusals[common[0]];
  return own ?? { status, text: message };
}

/** Maps every error to its response: the body that the endpoint declares, else a line of plain text. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const refusal = refusalFor(error, request);
    const words = wordsOf(refusal, request);
    reply.code(words.status).headers(refusal.headers).header(refusalHeader, words.status);
    const { refuseAs } = endpointOf(request) ?? {};
    if (endpointOf(request)) reply.header('cache-control', 'no-store');
    if (!refuseAs) return reply.type('text/plain').send(words.text);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(refuseAs.write(words)));
  });
}
