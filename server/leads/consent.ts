/** Consent to texts, kept as evidence: which submission gave it, and until when it was valid. The columns of a consent are never changed. */
import type { ConsentWording } from '#brand/consent.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { type ConsentRow, consentRowsOf, findWording, leadIdsOfSubmissions } from './store.ts';

/** One consent that a submission gave. */
export interface Consent {
  readonly submissionId: string;
  readonly at: Iso;
  readonly version: string;
  /** The words of that version; null when neither the brand nor an earlier submission has them. */
  readonly wording: string | null;
  /** When a later submission of the same lead, without consent, ended it; null while it holds. */
  readonly endedAt: Iso | null;
}

/** The columns of a submission that say whether it gave consent: all null, or all of the consent. */
type ConsentColumns = Pick<ConsentRow, 'sms_consent_at' | 'sms_consent_version' | 'sms_consent_wording'>;

/**
 * The columns to store with a submission. Without a version, the submission gives no consent.
 *
 * @param known the words of the versions that are known, besides those of earlier submissions
 */
export async function consentColumns(
  db: Reader,
  known: readonly ConsentWording[],
  version: string | undefined,
  at: Iso,
): Promise<ConsentColumns> {
  if (version === undefined) return { sms_consent_at: null, sms_consent_version: null, sms_consent_wording: null };
  const wording = known.find((one) => one.version === version)?.text ?? (await findWording(db, version));
  return { sms_consent_at: at, sms_consent_version: version, sms_consent_wording: wording };
}

/** When a consent ended: with the first later submission without it, not before it began; null while it holds. */
function endOf(consent: ConsentRow, byId: ReadonlyMap<string, ConsentRow>): Iso | null {
  for (let next = byId.get(consent.replaced_by ?? ''); next; next = byId.get(next.replaced_by ?? '')) {
    if (next.sms_consent_at !== null) continue;
    return [next.created_at, consent.created_at].sort().at(-1) ?? null;
  }
  return null;
}

/** The consents of each of these leads, oldest first; a lead without any has no entry. */
export async function readConsentsOf(db: Reader, leadIds: readonly string[]): Promise<Map<string, Consent[]>> {
  const rows = await consentRowsOf(db, leadIds);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byLead = new Map<string, Consent[]>();
  for (const row of rows) {
    const { id, lead_id: leadId, sms_consent_at: at, sms_consent_version: version, sms_consent_wording: wording } = row;
    if (at === null || version === null) continue;
    const consent = { submissionId: id, at, version, wording, endedAt: endOf(row, byId) };
    byLead.getOrInsertComputed(leadId, () => []).push(consent);
  }
  return byLead;
}

/** The consents of one lead, oldest first. */
export const readConsents = async (db: Reader, leadId: string): Promise<Consent[]> =>
  (await readConsentsOf(db, [leadId])).get(leadId) ?? [];

/** The consents that these submissions gave, by the submissions' ids. */
export async function consentsOfSubmissions(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Consent>> {
  const all = await readConsentsOf(db, await leadIdsOfSubmissions(db, ids));
  const wanted = new Set(ids);
  const consents = [...all.values()].flat().filter(({ submissionId }) => wanted.has(submissionId));
  return new Map(consents.map((consent) => [consent.submissionId, consent]));
}
