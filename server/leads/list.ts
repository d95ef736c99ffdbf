/** Lists leads for commands: the newest first, by words in them, or by reference. */
import { readReference } from '#contract/reference.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import { idsOf } from '#server/rows.ts';
import { matching } from '#server/search/service.ts';
import { readConsentsOf } from './consent.ts';
import { createLeadIndex, type LeadIndexOptions } from './indexing.ts';
import { type ListingRow, leadsOfReference, newestLeads } from './store.ts';
import { answersOf, flagsOf } from './stored-json.ts';

/** A lead with the answers and the consent that hold now. */
export type ListedLead = Awaited<ReturnType<typeof present>>[number];

async function present({ db }: Pick<Storage, 'db'>, rows: readonly ListingRow[]) {
  const consents = await readConsentsOf(db, idsOf(rows));
  return rows.map(({ holding_id, ...lead }) => {
    const given = consents.get(lead.id) ?? [];
    const now = given.find(({ submissionId }) => submissionId === holding_id);
    return {
      ...lead,
      answers: answersOf(lead),
      flags: flagsOf(lead),
      submitted_date: lead.submitted_date ?? '',
      // The consent that is valid now. When these are null, the dealer must not be texted, whatever was given before.
      sms_consent_at: now?.at ?? null,
      sms_consent_version: now?.version ?? null,
      sms_consents: given,
    };
  });
}

interface ListOptions {
  readonly limit: number;
  /** Only leads that a search for these words finds. */
  readonly words?: string | undefined;
  readonly forms: LeadIndexOptions['forms'];
  readonly now: LeadIndexOptions['now'];
}

/** Leads newest first, read in slices so that a server on the same database is never held up. */
export async function* listLeads(
  storage: LeadIndexOptions['storage'],
  { limit, words = '', forms, now }: ListOptions,
): AsyncGenerator<ListedLead> {
  if (words !== '') await createLeadIndex({ storage, forms, now }).updateForLook();
  const wanted = await matching(storage.db, 'lead', words);
  yield* inSlices<ListedLead>(limit, async (rows, last) => {
    const found = await newestLeads(storage.db, rows, wanted, last);
    return present(storage, found);
  });
}

/**
 * The leads of a reference, newest first. It has 40 bits, so among a million leads two may share one by chance.
 *
 * @param typed in any spelling that `readReference` takes
 */
export async function findLeads(storage: Pick<Storage, 'db'>, typed: string): Promise<ListedLead[]> {
  const reference = readReference(typed);
  return reference === undefined ? [] : present(storage, await leadsOfReference(storage.db, reference));
}
