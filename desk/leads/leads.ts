/** Reads leads, and sends the actions on one. */
import type { Callable, Result } from '#client/lib/http.ts';
import { addDealership } from '#contract/desk/dealership-endpoints.ts';
import {
  contactedLead,
  editLead,
  joinLead,
  type LeadPatch,
  listLeads,
  noteLead,
  partLead,
  suggestLeadAgain,
  tellLeadApart,
  viewLead,
} from '#contract/desk/lead-endpoints.ts';
import type { LeadForm, LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { keepRead, readAgain, useRead } from '../lib/read.ts';
import { useReadPages } from '../lib/read-pages.ts';
import { createSender, sendDesk } from '../lib/send.ts';
import type { Sent as SentOf } from '../lib/sent.ts';
import { deskClock } from '../lib/session.ts';
import { type LeadFilters, queryOf } from './filters.ts';

export const useLeads = (filters: LeadFilters) =>
  useReadPages(
    listLeads,
    { query: queryOf(filters) },
    {
      topics: readTopics.listLeads,
      onPage: ({ serverNow }) => deskClock.onEvent(serverNow),
    },
  );

export const useLead = (id: string) => useRead(viewLead, { params: { id } }, { topics: readTopics.viewLead });

/**
 * The ids of the forms that were joined to a lead. Something may have been typed on one of them while it was a lead of its own. What
 * was typed on a form that was erased since is erased with it, so those are left out.
 */
export const joinedIdsOf = ({ id, parts }: Pick<LeadRecord, 'id' | 'parts'>): readonly string[] =>
  parts.flatMap((part) => (part.id === id || isErased(part) ? [] : [part.id]));

const isErased = ({ erasedAt }: LeadForm): boolean => erasedAt != null;

/** Whether this form of a lead was erased. */
export const isFormErased = ({ parts }: Pick<LeadRecord, 'parts'>, formId: string): boolean =>
  parts.some((part) => part.id === formId && isErased(part));

export type Sent = SentOf<LeadRecord>;

const { send, sentOf } = createSender<LeadRecord>((lead) => {
  for (const { id } of lead.parts) keepRead(viewLead, { params: { id } }, lead);
});

/** What can be sent about a lead. Every action except `note` carries the version that the person saw. */
export interface LeadActions {
  readonly contacted: (version: number) => Promise<Sent>;
  readonly edit: (version: number, patch: LeadPatch) => Promise<Sent>;
  readonly note: (note: { readonly id: string; readonly text: string }) => Promise<Sent>;
  readonly join: (version: number, other: Pick<SimilarLead, 'id' | 'version'>) => Promise<Sent>;
  /** Records that the other lead is not of the same people. */
  readonly tellApart: (version: number, otherId: string) => Promise<Sent>;
  /** Lets the other lead be suggested again. */
  readonly suggestAgain: (version: number, otherId: string) => Promise<Sent>;
  readonly part: (version: number, partId: string) => Promise<Sent>;
  /** `made`: there is a dealership now, made by this press or by an earlier one. */
  readonly makeDealership: (version: number) => Promise<Sent | { readonly kind: 'made' }>;
}

export const actionsOn = (id: string): LeadActions => {
  const params = { id };
  return {
    contacted: (version) => send(contactedLead, { params, body: { version } }),
    edit: (version, patch) => send(editLead, { params, body: { version, patch } }),
    note: (body) => send(noteLead, { params, body }),
    join: (version, other) => send(joinLead, { params, body: { version, with: other.id, withVersion: other.version } }),
    tellApart: (version, from) => send(tellLeadApart, { params, body: { version, from } }),
    suggestAgain: (version, other) => send(suggestLeadAgain, { params, body: { version, other } }),
    part: (version, part) => send(partLead, { params, body: { version, part } }),
    async makeDealership(version) {
      const result = await sendDesk(addDealership, { body: { lead: { id, version } } });
      if (result.kind !== 'ok') return sentOf(result as Result<Callable>);
      readAgain({ topics: [{ topic: 'leads', id }] });
      return { kind: 'made' };
    },
  };
};
