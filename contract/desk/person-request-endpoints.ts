/** A person's request about their data: finding it, and erasing a selection of it. `export-endpoints.ts` has the export. */
import * as z from 'zod/mini';
import { recordClassIds } from '../record-classes.ts';
import { maybeText, maybeTime, names, text, time } from '../schemas.ts';
import { freshWrites, reads, writes } from './desk-endpoint.ts';
import {
  erasableKinds,
  erasureReasonNames,
  itemKinds,
  keptBecause,
  personRequestRefusals,
  personRequestSizes,
  soughtBy,
} from './person-request.ts';

const kind = z.enum(itemKinds);
const erasableKind = z.enum(erasableKinds);
const kept = z.enum(names(keptBecause));
const reason = z.enum(erasureReasonNames);
const recordClass = z.enum(recordClassIds);
const id = text.check(z.minLength(1), z.maxLength(100));

const foundItem = z.object({
  kind,
  id,
  /** Empty when the item has no reference of its own. */
  reference: text,
  title: text,
  at: time,
  class: recordClass,
  /** The names of the fields that match the search. */
  matches: z.array(text),
  /** The thing that the item belongs to, as the desk and the audit log name it. */
  about: z.object({ kind: z.enum(['lead', 'request', 'call', 'dealership', 'person', 'message', 'setting']), id }),
  /** Why it cannot be erased; null when it can. */
  kept: z.nullable(kept),
});
export type FoundItemView = z.infer<typeof foundItem>;

const foundPerson = z.object({
  by: z.enum(names(soughtBy)),
  items: z.array(foundItem),
  /** The kinds with more items than are shown. */
  more: z.array(kind),
});
export type FoundPerson = z.infer<typeof foundPerson>;

const certificateRow = z.object({
  seq: z.number(),
  id,
  at: time,
  /** Null for a command. */
  by: maybeText,
  reason,
  /** `reference`: empty when the thing had none of its own. `at`: when it was made; null when a restored database did not have it. */
  items: z.array(z.object({ kind: erasableKind, id, reference: text, class: recordClass, at: maybeTime })),
  hash: text,
  /** When it was repeated in a restored database. */
  againAt: maybeTime,
});
export type CertificateRow = z.infer<typeof certificateRow>;

const certificateRecord = z.extend(certificateRow, {
  checks: z.object({
    hash: z.boolean(),
    /** Null when the file of erasures cannot be read now. */
    inFile: z.nullable(z.boolean()),
    /** Null when the audit log has been pruned since. */
    inAudit: z.nullable(z.boolean()),
    erased: z.boolean(),
  }),
});
export type CertificateRecord = z.infer<typeof certificateRecord>;

/** What is wrong with a certificate, in sentences. */
export const certificateFaults = ({ hash, inFile, inAudit, erased }: CertificateRecord['checks']): string[] =>
  [
    hash ? [] : 'The certificate was changed: its keyed hash does not match.',
    inFile === false ? 'Its line is not in the file of erasures.' : [],
    inFile === null ? 'The file of erasures cannot be read now, so its line was not looked for.' : [],
    inAudit === false ? 'Its entry is not in the audit log.' : [],
    erased ? [] : 'Some of what was erased is there again.',
  ].flat();

const { tooShort, nothing, tooManyThings, noFile, noCertificate } = personRequestRefusals;

/** A POST, so that no address and no log has what was typed. */
export const findPerson = writes('erase', '/api/desk/person-requests', {
  summary: 'Find everything about an e-mail address, a telephone number or a name',
  body: z.object({ text: text.check(z.maxLength(personRequestSizes.sought)) }),
  responses: { 200: foundPerson },
  refusals: { tooShort },
});

/** 409: nothing was erased, because a chosen item is kept, or because more is stored about the person than was shown. */
export const eraseItems = freshWrites('erase', '/api/desk/erasures', {
  summary: 'Erase what was found about a person',
  body: z.object({
    items: z.array(z.object({ kind: erasableKind, id })).check(z.maxLength(personRequestSizes.shown)),
    reason,
    /** The search behind the choice: its text and all items it showed. If more is stored by now, nothing is erased. */
    search: z.optional(
      z.object({
        text: text.check(z.maxLength(personRequestSizes.sought)),
        shown: z.array(z.object({ kind, id })).check(z.maxLength(personRequestSizes.shown)),
      }),
    ),
  }),
  bodyLimitBytes: 262_144,
  responses: {
    200: certificateRecord,
    409: z.object({ kept: z.array(z.object({ kind, id, because: kept })) }),
  },
  refusals: { nothing, tooManyThings, noFile, tooShort },
});

export const listErasures = reads('erase', '/api/desk/erasures', {
  summary: 'Certificates of erasures, the newest first',
  query: z.object({ before: z.optional(text.check(z.regex(/^\d{1,9}$/))) }),
  responses: { 200: z.object({ certificates: z.array(certificateRow), next: maybeText }) },
});

export const viewErasure = reads('erase', '/api/desk/erasures/:id', {
  summary: 'One certificate, checked',
  responses: { 200: certificateRecord },
  refusals: { noCertificate },
});
