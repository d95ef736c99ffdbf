/** What presses on a lead are compared with: whether it was done already, and which version of another lead it is about. */
import type { LeadPatch } from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord, SimilarLead } from '#contract/desk/lead-schemas.ts';
import type { LeadActions, Sent } from './leads.ts';

/** Whether a lead already has every value of a patch. */
export const isAlready = (lead: LeadRecord, { status, ownerId, followUpAt }: LeadPatch): boolean =>
  (status === undefined || status === lead.status) &&
  (ownerId === undefined || ownerId === lead.ownerId) &&
  (followUpAt === undefined || followUpAt === lead.followUpAt);

/** Joins the other lead in the version that is shown at this try: it may have been edited since the last try. */
export async function joinAsShown(
  actions: LeadActions,
  { id, reference }: SimilarLead,
  seen: LeadRecord,
): Promise<Sent> {
  const other = seen.similarLeads.find((one) => one.id === id);
  if (other) return actions.join(seen.version, other);
  return {
    kind: 'refused',
    text: `${reference} is not suggested here any more: it was joined, separated or marked as different by then.`,
  };
}

/** The newest version of the lead that a press was to join, when that lead changed; otherwise undefined. */
export const otherThatChanged = (
  before: LeadRecord,
  joins: SimilarLead | undefined,
  lead: LeadRecord,
): SimilarLead | undefined => {
  const now = joins && lead.similarLeads.find(({ id }) => id === joins.id);
  const then = joins && before.similarLeads.find(({ id }) => id === joins.id);
  return now && now.version !== then?.version ? now : undefined;
};
