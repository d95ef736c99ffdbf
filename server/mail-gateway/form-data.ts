import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { envelopeNames, sendAnswers } from '#contract/send.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The names that may repeat in a form: a box of a list is one entry each. */
const repeatable = new Set(['current_lenders']);

/** Whether the framework says what is wrong. */
const isKnown = (error: unknown) => String((error as { code?: unknown }).code).startsWith('FST_');

/**
 * Reads a multipart form as the JSON body it stands for. A file is refused; a name that arrives twice must say the same
 * both times, or the request could mean two things.
 */
export async function readFormData(request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(sendAnswers.unsupported);
  const fields = new Map<string, string[]>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') throw new Refusal(sendAnswers.unsupported);
      if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal(sendAnswers.tooLarge);
      fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)]);
    }
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
