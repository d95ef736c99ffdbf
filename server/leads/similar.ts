/** Finds leads that may be of the same people as another one, and leads of which somebody said that they are not. */
import type { DismissedLead, SimilarLead } from '#contract/desk/lead-schemas.ts';
import { type SameReason, sameReasonNames } from '#contract/desk/leads.ts';
import type { Reader } from '#server/database/open.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import type { nameIn } from './answers-shown.ts';
import { formsApart, formsLike, leadsByIds } from './store-desk.ts';
import type { LeadRow as StoredLead } from './store-work.ts';
import { answersOf } from './stored-json.ts';

/** The most forms that are read because they share a key with a lead, and the most leads that are shown because of them. */
const mostSimilarForms = 200;
const mostSimilar = 20;
const mostDismissed = 50;

interface SimilarOptions {
  readonly reads: Reader;
  readonly nameOf: ReturnType<typeof nameIn>;
}

export function createSimilar({ reads, nameOf }: SimilarOptions) {
  /** The fields by which a record names another lead. */
  const knownBy = (lead: StoredLead) => ({
    ...fieldsOf(lead, 'id', 'reference', 'created_at', 'status'),
    form: lead.kind,
    name: nameOf(lead, answersOf(lead)),
  });

  /** Leads that share a key with the lead of these forms, those with the most reasons first. */
  async function similarTo(ids: readonly string[]): Promise<SimilarLead[]> {
    const found = await formsLike(reads, ids, mostSimilarForms);
    const reasons = new Map<string, Set<SameReason>>();
    for (const { id, joined_into_id, kind } of found) {
      reasons.getOrInsertComputed(joined_into_id ?? id, () => new Set()).add(kind);
    }
    const leads = await leadsByIds(
      reads,
      [...reasons.keys()].filter((id) => !ids.includes(id)),
    );
    return leads
      .map((lead) => ({
        ...knownBy(lead),
        reasons: sameReasonNames.filter((reason) => reasons.get(lead.id)?.has(reason)),
        version: lead.version,
      }))
      .sort((one, other) => other.reasons.length - one.reasons.length || (one.createdAt < other.createdAt ? 1 : -1))
      .slice(0, mostSimilar);
  }

  /** Leads of which somebody said that they are not of the same people as the lead of these forms, without those that are in `similar`. */
  async function dismissedFor(ids: readonly string[], similar: readonly SimilarLead[]): Promise<DismissedLead[]> {
    const said = new Map<string, { readonly at: string; readonly by_id: string | null }>();
    for (const { id, joined_into_id, at, by_id } of await formsApart(reads, ids, mostSimilarForms)) {
      said.getOrInsert(joined_into_id ?? id, { at, by_id });
    }
    for (const id of [...ids, ...idsOf(similar)]) said.delete(id);
    const nameOf = await namesOfPeople(
      reads,
      [...said.values()].map(({ by_id }) => by_id),
    );
    const leads = new Map((await leadsByIds(reads, [...said.keys()])).map((lead) => [lead.id, lead]));
    return [...said]
      .flatMap(([id, { at, by_id }]) => {
        const lead = leads.get(id);
        return lead ? [{ ...knownBy(lead), dismissedAt: at, dismissedBy: nameOf(by_id) }] : [];
      })
      .slice(0, mostDismissed);
  }

  return { similarTo, dismissedFor };
}
