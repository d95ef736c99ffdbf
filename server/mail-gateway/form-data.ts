import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { envelopeNames } from '#contract/send.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The names that may repeat in a form: a box of a list is one entry each. */
const repeatable = new Set(['current_lenders']);

/** A field that is no answer: it holds all parameters as a JSON object, as the JSON variant has them. */
const paramsName = 'template_params';

/** Whether an error is one of the framework's, which says what is wrong. */
const isKnown = (error: unknown) => String((error as { code?: unknown }).code).startsWith('FST_');

/** The framework parses a field that declares itself JSON. As an answer it stays the text that was sent. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a file control was not used: a browser then sends it without a file name and without a byte (HTML, form data set). */
async function isUntouched({ filename, file }: { filename: string; file: AsyncIterable<unknown> }): Promise<boolean> {
  if (filename) return false;
  for await (const _ of file) return false;
  return true;
}

async function readFields(request: FastifyRequest): Promise<Map<string, string[]>> {
  const fields = new Map<string, string[]>();
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (await isUntouched(part)) continue;
      throw new Refusal(sendRefusals.unsupported);
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw new Refusal(sendRefusals.tooLarge);
    fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), textOf(part.value)]);
  }
  return fields;
}

/** Reads the fields of a body, up to a number of bytes. The framework's limit holds for the bodies that it reads itself. */
async function readFieldsWithin(request: FastifyRequest, bodyLimit: number): Promise<Map<string, string[]>> {
  const { promise: tooLarge, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bodyLimit) return;
    request.raw.off('data', count);
    // A file is refused as a file, even when a limit ended the reading after it.
    setImmediate(() => reject(new Refusal(sendRefusals.tooLarge)));
  };
  request.raw.on('data', count);
  const fields = await Promise.race([readFields(request), tooLarge]);
  return bytes > bodyLimit ? tooLarge : fields;
}

/** The parameters that one field carries as JSON. */
function readParamsField(text: string): Record<string, unknown> {
  try {
    const params: unknown = JSON.parse(text);
    if (typeof params === 'object' && params !== null && !Array.isArray(params)) return { ...params };
  } catch {
    // JSON that is no object is refused in the same words.
  }
  throw new Refusal(sendRefusals.paramsNotObject);
}

/**
 * Reads a multipart form as the JSON body it stands for. A file is refused, but a file control that was not used is ignored.
 * A name that arrives twice must have the same value both times, or the request would mean two things.
 */
export async function readFormData(request: FastifyRequest, bodyLimit: number): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(sendRefusals.unsupported);
  let fields: Map<string, string[]>;
  try {
    fields = await readFieldsWithin(request, bodyLimit);
  } catch (error) {
    if (error instanceof Refusal || isKnown(error)) throw error;
    // The parser's own errors have no code: the body ended early or is not what its type says.
    throw new Refusal(sendRefusals.malformed);
  }
  const envelope: Record<string, unknown> = {};
  const params = new Map<string, unknown>();
  for (const [name, values] of fields) {
    const distinct = [...new Set(values)];
    if (distinct.length > 1 && !repeatable.has(name)) throw new Refusal(sendRefusals.sentTwice);
    const value = repeatable.has(name) ? distinct : distinct[0];
    if ((envelopeNames as readonly string[]).includes(name)) envelope[name] = value;
    else if (name !== paramsName) params.set(name, value);
  }
  const [together] = fields.get(paramsName) ?? [];
  for (const [name, value] of Object.entries(together === undefined ? {} : readParamsField(together))) {
    if (params.has(name)) throw new Refusal(sendRefusals.sentTwice);
    params.set(name, value);
  }
  return { ...envelope, template_params: Object.fromEntries(params) };
}
