/** The kinds of exports, their limits and refusals, without a schema library. The endpoints are in `export-endpoints.ts`. */

/** A kind is the first word of the file's name. `server/desk/export-routes.ts` says what produces each kind. */
export const exportKinds = [
  'requests',
  'leads',
  'dealerships',
  'people',
  'messages',
  'figures',
  'audit',
  'seen',
  'person',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The longest value in a filter: it fits two hundred things with their ids. */
export const exportFilterLength = 12_000;

/** How long the address of a download works, in milliseconds. */
export const downloadForMs = 60_000;

export const exportRefusals = {
  /** A person who may not read a list may not export it either. */
  unreadable: { status: 403, text: 'Your role does not allow you to read this list.' },
  invalid: { status: 422, text: 'This filter cannot be exported' },
  running: { status: 429, text: 'Two exports of yours are running. Wait until one of them has ended.' },
  gone: { status: 410, text: 'This download was used already, or its minute is over. Export again.' },
} as const;
