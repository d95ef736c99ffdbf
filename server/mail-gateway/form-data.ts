import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { envelopeNames } from '#contract/send.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The names that may repeat in a form: a box of a list is one entry each. */
const repeatable = new Set(['current_lenders']);

/** A field that is no answer: it holds all parameters as a JSON object, as the JSON variant has them. */
const paramsName = 'template_params';

/** The framework's errors have a code, which says what is wrong. */
const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

/** The framework parses a field that declares itself JSON. As an answer it stays the text that was sent. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a file control was not used: a browser then sends it without a file name and without a byte (HTML, form data set). */
async function isUntouched({ filename, file }: { filename: string; file: AsyncIterable<unknown> }): Promise<boolean> {
  if (filename) return false;
  for await (const _ of file) return false;
  return true;
}

/** How much of a form is read, and what becomes of a field that is longer than is kept. */
interface Reading {
  /** Of the whole body. */
  readonly mostBytes: number;
  /** Whether a field that is too long is cut off, and not refused with its form. */
  readonly cutsOff: boolean;
}

/**
 * For who is shown the form again so much is read, to find what comes after a field that is far too long. The parser forgets what it
 * cuts off, so what is kept of all fields is less.
 */
const mostBytesForPage = 4 * 1024 * 1024;
/** Of all fields, in characters: each field of a form at the length that the parser keeps. */
const mostKept = 512 * 1024;

interface Fields {
  readonly values: Map<string, string[]>;
  /** The names of fields of which only the beginning was kept. */
  readonly cut: Set<string>;
}

const tooLarge = () => new Refusal(sendRefusals.tooLarge);

/** A text without what is left of a letter in whose middle it was cut off. */
const beginningOf = (text: string) => text.replace(/\uFFFD$/, '');

async function readFields(request: FastifyRequest, { cutsOff }: Reading): Promise<Fields> {
  const values = new Map<string, string[]>();
  const cut = new Set<string>();
  let kept = 0;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (await isUntouched(part)) continue;
      throw new Refusal(sendRefusals.unsupported);
    }
    if (part.fieldnameTruncated || (part.valueTruncated && !cutsOff)) throw tooLarge();
    if (part.valueTruncated) cut.add(part.fieldname);
    const text = textOf(part.value);
    kept += text.length;
    if (kept > mostKept) throw tooLarge();
    const value = part.valueTruncated ? beginningOf(text) : text;
    values.set(part.fieldname, [...(values.get(part.fieldname) ?? []), value]);
  }
  return { values, cut };
}

/** Reads the fields of a body, up to a number of bytes. The framework's limit holds for the bodies that it reads itself. */
async function readFieldsWithin(
  request: FastifyRequest,
  reading: Reading,
): Promise<Fields & { readonly bytes: number }> {
  const { promise: beyond, reject } = Promise.withResolvers<never>();
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= reading.mostBytes) return;
    request.raw.off('data', count);
    // A file is refused as a file, even when a limit ended the reading after it.
    setImmediate(() => reject(tooLarge()));
  };
  request.raw.on('data', count);
  const fields = await Promise.race([readFields(request, reading), beyond]);
  return bytes > reading.mostBytes ? beyond : { ...fields, bytes };
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

/** Forms that were too large, and could be read all the same. */
const oversized = new WeakMap<FastifyRequest, ReadonlySet<string>>();

/** The names of the fields of which only the beginning was kept, of a form that is too large; undefined for one that is not. */
export const cutFieldsOf = (request: FastifyRequest): ReadonlySet<string> | undefined => oversized.get(request);

/** The framework's own errors about a form that is too large. */
const sizeErrors = new Set(['FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/**
 * Reads a multipart form as the JSON body it stands for. A file is refused, but a file control that was not used is ignored.
 * A name that arrives twice must have the same value both times, or the request would mean two things.
 *
 * @param forPage a form that is too large is read as far as it can be, to be shown again (`cutFieldsOf`)
 */
export async function readFormData(
  request: FastifyRequest,
  bodyLimit: number,
  { forPage }: { readonly forPage: boolean },
): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) throw new Refusal(sendRefusals.unsupported);
  let fields: Map<string, string[]>;
  try {
    const reading = { mostBytes: forPage ? mostBytesForPage : bodyLimit, cutsOff: forPage };
    const { values, cut, bytes } = await readFieldsWithin(request, reading);
    fields = values;
    if (bytes > bodyLimit || cut.size > 0) oversized.set(request, cut);
  } catch (error) {
    if (sizeErrors.has(codeOf(error))) throw tooLarge();
    if (error instanceof Refusal || codeOf(error).startsWith('FST_')) throw error;
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
