/** Reads leads, and sends the actions on one. */
import type { Callable, Result } from '#client/lib/http.ts';
import { addDealership } from '#contract/desk/dealership-endpoints.ts';
import {
  editLead,
  joinLead,
  type LeadPatch,
  listLeads,
  markContacted,
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
export const actionsOn = (id: string) => {
  const params = { id };
  return {
    contacted: (version: number) => send(markContacted, { params, body: { version } }),
    edit: (version: number, patch: LeadPatch) => send(editLead, { params, body: { version, patch } }),
    note: (body: { readonly id: string; readonly text: string }) => send(noteLead, { params, body }),
    join: (version: number, other: Pick<SimilarLead, 'id' | 'version'>) =>
      send(joinLead, { params, body: { version, with: other.id, withVersion: other.version } }),
    /** Records that the other lead is not of the same people. */
    tellApart: (version: number, from: string) => send(tellLeadApart, { params, body: { version, from } }),
    suggestAgain: (version: number, other: string) => send(suggestLeadAgain, { params, body: { version, other } }),
    part: (version: number, part: string) => send(partLead, { params, body: { version, part } }),
    /** `made`: there is a dealership now, made by this press or by an earlier one. */
    async makeDealership(version: number): Promise<Sent | { readonly kind: 'made' }> {
      const result = await sendDesk(addDealership, { body: { lead: { id, version } } });
      if (result.kind !== 'ok') return sentOf(result as Result<Callable>);
      readAgain({ topics: [{ topic: 'leads', id }] });
      return { kind: 'made' };
    },
  };
};

export type LeadActions = ReturnType<typeof actionsOn>;
