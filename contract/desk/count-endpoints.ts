/** The counts beside the names in the navigation. */
import * as z from 'zod/mini';
import { changesAt } from '../schemas.ts';
import { reads } from './desk-endpoint.ts';

/** A count is null when the caller's role may not see what is counted. */
const deskCounts = z.object({
  /** Requests that nobody has accepted. */
  requestsWaiting: z.nullable(z.number()),
  /** Leads whose first contact is late. */
  leadsLate: z.nullable(z.number()),
  /** Gaps of the schedule in the next seven days. */
  scheduleGaps: z.nullable(z.number()),
  /** Messages that need a person. */
  messagesFailed: z.nullable(z.number()),
  /** Open lines of the first hour; 0 when all is done. */
  firstHourOpen: z.nullable(z.number()),
  ...changesAt,
});
export type DeskCounts = z.infer<typeof deskCounts>;

export const viewCounts = reads('signed-in', '/api/desk/counts', {
  summary: 'The counts beside the navigation',
  limit: 'none',
  responses: { 200: deskCounts },
});
