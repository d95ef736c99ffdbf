import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { envelopeNames, sendAnswers } from '#contract/send.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The names that may repeat in a form: a box of a list is one entry each. */
const repeatable = new Set(['current_lenders']);

/** Whether the framework says what is wrong. */
const isKnown = (error: unknown) => String((error as { code?: unknown }).code).startsWith('FST_');

/** Refuses a body that is not read to its end: the connection goes with it, or the rest would be read all the same. */
const refuseUnread = (answer: { status: number; text: string }) => new Refusal(answer, { connection: 'close' });

async function readFields(request: FastifyRequest): Promise<Map<string, string[]>> {
  const fields = new Map<string, string[]>();
  for await (const part of request.parts()) {
    if (part.type === 'file') throw refuseUnread(sendAnswers.unsupported);
    if (part.fieldnameTruncated || part.valueTruncated) throw refuseUnread(sendAnswers.tooLarge);
    fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)]);
  }
  return fields;
}

/** The fields of a body of at most so many bytes. The framework's limit holds for the bodies that it reads itself. */
async function readFieldsWithin(request: FastifyRequest, bodyLimit: number): Promise<Map<string, string[]>> {
  if (Number(request.headers['content-length']) > bodyLimit) throw refuseUnread(sendAnswers.tooLarge);
  const { promise: tooLarge, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyLimit) return;
    // What still comes goes nowhere, so that the client gets to read the answer before the connection ends.
    request.raw.off('data', count).unpipe().resume();
    reject(refuseUnread(sendAnswers.tooLarge));
  };
  request.raw.on('data', count);
  return Promise.race([readFields(request), tooLarge]);
}

/**
 * Reads a multipart form as the JSON body it stands for. A file is refused; a name that arrives twice must say the same
 * both times, or the request could mean two things.
 */
export async function readFormData(request: FastifyRequest, bodyLimit: number): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(sendAnswers.unsupported);
  let fields: Map<string, string[]>;
  try {
    fields = await readFieldsWithin(request, bodyLimit);
  } catch (error) {
    if (error instanceof Refusal || isKnown(error)) throw error;
    // The parser's own errors have no code: the body ended early or is not what its type says.
    throw new Refusal(sendAnswers.malformed);
  }
  const envelope: Record<string, unknown> = {};
  const params: [string, unknown][] = [];
  for (const [name, values] of fields) {
    const distinct = [...new Set(values)];
    if (distinct.length > 1 && !repeatable.has(name)) throw new Refusal(sendAnswers.sentTwice);
    const value = repeatable.has(name) ? distinct : distinct[0];
    if ((envelopeNames as readonly string[]).includes(name)) envelope[name] = value;
    else params.push([name, value]);
  }
  return { ...envelope, template_params: Object.fromEntries(params) };
}
