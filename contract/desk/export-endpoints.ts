/**
 * Exports a list, narrowed by its filter, as CSV. A download cannot ask for a fresh proof. So a POST with a fresh proof returns an
 * address, and the browser then loads that address. It works once, for a minute, and only with the same session.
 */
import * as z from 'zod/mini';
import { atMost, text } from '../schemas.ts';
import { freshWrites, reads } from './desk-endpoint.ts';
import { exportFilterLength, exportKinds, exportRefusals } from './export.ts';

const { unreadable, invalid, running, gone } = exportRefusals;
const kind = z.enum(exportKinds);
const filter = z.record(atMost(40), atMost(exportFilterLength));

/** `filter`: the parameters of the list's address. */
export const beginExport = freshWrites('export', '/api/desk/exports', {
  summary: 'Begin to export what a filter shows',
  body: z.object({ kind, filter }),
  bodyLimitBytes: 16_384,
  responses: { 200: z.object({ address: text }) },
  refusals: { unreadable, invalid, running },
});

export const downloadExport = reads('export', '/api/desk/exports/:token', {
  summary: 'The file of an export, CSV but for what is kept about a person. The address works once',
  responses: { 200: text },
  refusals: { gone, running },
});
