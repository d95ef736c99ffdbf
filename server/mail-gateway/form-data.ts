import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { envelopeNames } from '#contract/send.ts';
import { sendRefusals } from '#contract/send-refusals.ts';
import { Refusal } from '#server/http/refusal.ts';
import { parseJson } from '#server/json.ts';

/** The names that a form may repeat: each ticked box of a list is an entry. */
const repeatable = new Set(['current_lenders']);

/** The field that holds all parameters as one JSON object, as in the JSON variant. It is no answer itself. */
const paramsName = 'template_params';

/** The code of a framework error, which says what is wrong. */
const codeOf = (error: unknown) => String((error as { code?: unknown }).code);

/** The framework parses a field that declares itself as JSON. An answer is turned back into text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Whether a file control was left empty: a browser then sends it with no file name and no bytes (HTML, form data set). */
async function isUntouched({ filename, file }: { filename: string; file: AsyncIterable<unknown> }): Promise<boolean> {
  if (filename) return false;
  for await (const _ of file) return false;
  return true;
}

/** How much of a form is read, and how too-long fields are treated. */
interface Reading {
  /** The limit for the whole body, in bytes. */
  readonly mostBytes: number;
  /** Whether a too-long field is cut off, instead of its whole form being refused. */
  readonly cutsOff: boolean;
}

/**
 * How much is read of a form that will be shown again, in bytes, so that fields after a far too long one are found. The parser
 * discards what it cuts off, so less than this is kept in memory.
 */
const mostBytesForPage = 4 * 1024 * 1024;
/** The most that is kept of all fields together, in characters: every field at the length where the parser cuts. */
const mostKept = 512 * 1024;

interface Fields {
  readonly values: Map<string, string[]>;
  /** The names of fields that were cut off. */
  readonly cut: Set<string>;
}

const tooLarge = () => new Refusal(sendRefusals.tooLarge);

/** A text without the broken letter that cutting may leave at its end. */
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

/**
 * Reads the fields of a body, up to a number of bytes. The framework's own limit applies only to bodies that the framework reads.
 */
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
    // Waits a turn, so that a file is refused as a file even when it comes together with the limit.
    setImmediate(() => reject(tooLarge()));
  };
  request.raw.on('data', count);
  const fields = await Promise.race([readFields(request, reading), beyond]);
  return bytes > reading.mostBytes ? beyond : { ...fields, bytes };
}

/** Reads the parameters that one field carries as JSON. */
function readParamsField(text: string): Record<string, unknown> {
  const params = parseJson(text);
  if (typeof params === 'object' && params !== null && !Array.isArray(params)) return { ...params };
  throw new Refusal(sendRefusals.paramsNotObject);
}

/** The names of the cut fields of too-large forms that could be read all the same. */
const oversized = new WeakMap<FastifyRequest, ReadonlySet<string>>();

/** The names of the fields that were cut off in a too-large form; undefined for any other form. */
export const cutFieldsOf = (request: FastifyRequest): ReadonlySet<string> | undefined => oversized.get(request);

/** The framework's own errors about a form that is too large. */
const sizeErrors = new Set(['FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);

/**
 * Reads a multipart form as the JSON body that it stands for. A file is refused, but an empty file control is ignored. A name that
 * arrives twice must have the same value both times, because the request would otherwise be ambiguous.
 *
 * @param forPage a form that is too large is read as far as possible, so that it can be shown again (`cutFieldsOf`)
 * @throws Refusal when the body is not a valid form
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
    // The parser's own errors have no code: the body ended early or does not match its type.
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
