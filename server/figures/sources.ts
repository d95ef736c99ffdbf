/** The sources of a day's facts. Their owners read the rows; this file converts them to the form in which they are kept. */
import type { LeadStatus } from '#contract/desk/leads.ts';
import type { Storage } from '#server/database/open.ts';
import { type CountedLead, countedLeads, leadStates } from '#server/leads/service.ts';
import { countedPresence, statesOfPresence } from '#server/presence/service.ts';
import {
  type CountedRequest,
  callStates,
  countedCalls,
  countedRequests,
  requestStates,
} from '#server/requests/service.ts';
import { idsOf } from '#server/rows.ts';
import type { DaySource } from './days.ts';
import {
  type CallFact,
  callFact,
  type PackedRequests,
  type PresenceFacts,
  packRequests,
  presenceFacts,
  type RequestFact,
  requestFacts,
} from './facts.ts';

/**
 * A lead of a day: its time, form, representative and status, the time to its first contact in milliseconds, and when the first of its
 * forms came, which may be on an earlier day. The contact is measured from there.
 */
export type LeadFact = readonly [
  atMs: number,
  kind: CountedLead['kind'],
  representative: string | null,
  status: LeadStatus,
  firstContactMs: number | null,
  firstCameMs: number,
];

const leadFact = (
  { arrivedAt, firstCameAt, kind, representative, status, firstContactAt }: CountedLead,
  since: string,
): LeadFact => [
  Date.parse(arrivedAt) - Date.parse(since),
  kind,
  representative,
  status,
  firstContactAt === null ? null : Math.max(0, Date.parse(firstContactAt) - Date.parse(firstCameAt)),
  Date.parse(firstCameAt) - Date.parse(since),
];

type Reads = Storage['reads'];

export const requestSource = (reads: Reads): DaySource<readonly RequestFact[], PackedRequests> => ({
  kind: 'requests 2',
  states: (spans) => requestStates.ofSpans(reads, spans),
  async read(span) {
    const requests: CountedRequest[] = await Array.fromAsync(countedRequests(reads, span));
    return { state: requestStates.of(requests), kept: packRequests(requests, span.since) };
  },
  open: requestFacts,
  size: (requests) => requests.length,
});

export const callSource = (reads: Reads): DaySource<readonly CallFact[]> => ({
  kind: 'calls 1',
  states: (spans) => callStates.ofSpans(reads, spans),
  async read(span) {
    const calls = await Array.fromAsync(countedCalls(reads, span));
    const real = calls.filter(({ isTest }) => !isTest);
    return { state: callStates.of(calls), kept: real.map((call) => callFact(call, span.since)) };
  },
  open: (calls) => calls,
  size: (calls) => calls.length,
});

export const leadSource = (reads: Reads): DaySource<readonly LeadFact[]> => ({
  kind: 'leads 2',
  states: (spans) => leadStates.ofSpans(reads, spans),
  async read(span) {
    const leads = await Array.fromAsync(countedLeads(reads, span));
    const heads = leads.filter(({ joined }) => !joined);
    return { state: leadStates.of(leads), kept: heads.map((lead) => leadFact(lead, span.since)) };
  },
  open: (leads) => leads,
  size: (leads) => leads.length,
});

/** @param people everybody whose presence may count, each with the time of their removal */
export const presenceSource = (
  reads: Reads,
  people: readonly { readonly id: string; readonly removed_at: string | null }[],
): DaySource<PresenceFacts> => ({
  kind: 'presence 1',
  states: (spans) => statesOfPresence(reads, spans),
  async read(span) {
    const ids = idsOf(people);
    const removedAt = new Map(people.flatMap(({ id, removed_at }) => (removed_at === null ? [] : [[id, removed_at]])));
    const counted = await countedPresence(reads, ids, span);
    return { state: counted.state, kept: presenceFacts(counted, span, removedAt) };
  },
  open: (presence) => presence,
  size: ({ start, changes }) => start.length + changes.length,
});
