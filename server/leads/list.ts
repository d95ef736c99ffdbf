/** Leads as people read them: newest first, by words in them, or by reference. Reads only. */
import { sql } from 'kysely';
import type { Answers } from '#contract/fields.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import { readConsentsOf } from './consent.ts';

/** A lead with the answers and the consent that hold now. */
export type ListedLead = Awaited<ReturnType<typeof present>>[number];

const rowsOf = ({ db }: Pick<Storage, 'db'>) =>
  db
    .selectFrom('leads')
    .leftJoin('submissions as holding', (join) =>
      join.onRef('holding.lead_id', '=', 'leads.id').on('holding.replaced_by', 'is', null),
    )
    .selectAll('leads')
    .select(['holding.submitted_date', 'holding.id as holding_id'])
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

async function present({ db }: Pick<Storage, 'db'>, rows: readonly Row[]) {
  const consents = await readConsentsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ holding_id, ...lead }) => {
    const given = consents.get(lead.id) ?? [];
    const now = given.find(({ submissionId }) => submissionId === holding_id);
    return {
      ...lead,
      answers: JSON.parse(lead.answers) as Answers,
      flags: JSON.parse(lead.flags) as string[],
      submitted_date: lead.submitted_date ?? '',
      // What holds now: nobody may be texted when these are null, whatever was given before.
      sms_consent_at: now?.at ?? null,
      sms_consent_version: now?.version ?? null,
      sms_consents: given,
    };
  });
}

/** The parts of a search, each as the search text of a lead holds it: a telephone number is its digits. */
export function searchTerms(words: string): string[] {
  const text = words.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s().+/-]+$/.test(text) && digits.length > 0) return [digits];
  return text.split(/\s+/).filter((word) => word !== '');
}

export interface ListOptions {
  readonly limit: number;
  /** Only leads that hold every one of these words, in any case. */
  readonly words?: string | undefined;
}

/** Leads newest first, read in slices so that a server on the same database is never held up. */
export async function* listLeads(
  storage: Pick<Storage, 'db'>,
  { limit, words = '' }: ListOptions,
): AsyncGenerator<ListedLead> {
  const patterns = searchTerms(words).map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
  yield* inSlices<ListedLead>(limit, async (rows, last) => {
    let query = rowsOf(storage).limit(rows);
    for (const pattern of patterns) query = query.where(sql<boolean>`leads.search like ${pattern} escape '\\'`);
    if (last) {
      const { created_at, id } = last;
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('leads.created_at', 'leads.id'), '<', tuple(created_at, id)),
      );
    }
    return present(storage, await query.execute());
  });
}

/**
 * The leads of a reference, newest first. It has 40 bits, so among a million leads two may share one by chance.
 *
 * @param typed in any case and with any hyphens or spaces
 */
export async function findLeads(storage: Pick<Storage, 'db'>, typed: string): Promise<ListedLead[]> {
  const symbols = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const reference = symbols.replace(/^(..)(.{4})(.{4})$/, '$1-$2-$3');
  return present(storage, await rowsOf(storage).where('leads.reference', '=', reference).execute());
}
