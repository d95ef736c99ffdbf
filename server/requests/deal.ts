/** Writes the deal of a request, while an agent works it and afterwards. */
import type { DealPatch } from '#contract/desk/record-schemas.ts';
import { cleanAdditionalInfo } from '#contract/free-text.ts';
import type { Trx } from '#server/database/open.ts';
import { type AgentRequest, findRequest, record, writeSearch } from './store.ts';
import { findDeal, insertDeal, updateDeal } from './store-deals.ts';

/** A change of a deal, and the version of the deal that it was made from (0 for one that was never written). */
export interface DealChange {
  readonly version: number;
  readonly patch: DealPatch;
  /** Who writes it, for the history. */
  readonly by: string;
}

/** A text as it is stored: masked, and null when it is empty. */
const textOrNull = (typed: string | null): string | null => cleanAdditionalInfo(typed ?? '') || null;

/**
 * A note with another one added as a paragraph of its own. When Done is taken back and pressed again, the same note is sent twice, so
 * a paragraph that is there already is not added again.
 */
function withParagraph(note: string, added: string): string {
  if (note === '' || added === '') return note || added;
  return `\n\n${note}\n\n`.includes(`\n\n${added}\n\n`) ? note : `${note}\n\n${added}`;
}

/** The columns of `request_deals` that a patch changes. The note is a column of the request. */
function columnsOf({ dmsDealNumber, stockNumber, lender, products, vehicle, minutes, notBilledReason }: DealPatch) {
  return {
    ...(dmsDealNumber !== undefined && { dms_deal_number: textOrNull(dmsDealNumber) }),
    ...(stockNumber !== undefined && { stock_number: textOrNull(stockNumber) }),
    ...(lender !== undefined && { lender: textOrNull(lender) }),
    ...(products !== undefined && { products: JSON.stringify([...new Set(products)]) }),
    ...(vehicle !== undefined && { vehicle }),
    ...(minutes !== undefined && { minutes }),
    ...(notBilledReason !== undefined && { not_billed_reason: textOrNull(notBilledReason) }),
  };
}

/** The column of each field of a deal. */
const columns = {
  dmsDealNumber: 'dms_deal_number',
  stockNumber: 'stock_number',
  lender: 'lender',
  products: 'products',
  vehicle: 'vehicle',
  minutes: 'minutes',
  note: 'closing_note',
  notBilledReason: 'not_billed_reason',
} as const satisfies Record<keyof DealPatch, string>;

type Values = Readonly<Partial<Record<string, unknown>>>;

/** The names of the fields whose columns are in `after` and have another value there than before. A form sends all of its fields. */
const changedFields = (before: Values, after: Values): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column in after && after[column] !== (before[column] ?? null) ? [name] : [],
  );

/**
 * The change that adds a note to the note of a deal; undefined when there is nothing to add. The agent's page shows no note, so a note
 * from there never replaces another one. The caller's transaction has locked the request (`lockRequest`).
 */
export async function addedNote(
  trx: Trx,
  requestId: string,
  { note, by }: { readonly note: string; readonly by: string },
): Promise<DealChange | undefined> {
  const stored = (await findRequest(trx, requestId))?.closing_note ?? '';
  const whole = withParagraph(stored, note);
  if (whole === stored) return undefined;
  return { version: (await findDeal(trx, requestId))?.version ?? 0, patch: { note: whole }, by };
}

/** Whether the note of a request already contains this note as a paragraph, so that `addedNote` would add nothing. */
export const isNoted = ({ closing_note }: Pick<AgentRequest, 'closing_note'>, note: string): boolean =>
  withParagraph(closing_note ?? '', note) === (closing_note ?? '');

/** Whether a deal still has this version. The caller's transaction has locked the request (`lockRequest`). */
export const isDealAt = async (trx: Trx, requestId: string, version: number): Promise<boolean> =>
  ((await findDeal(trx, requestId))?.version ?? 0) === version;

/**
 * Writes a change in the caller's transaction, which has locked the request (`lockRequest`). Notes are written only here, so the
 * deal's version also shows an added note. A change that changes nothing is no new version and no event.
 *
 * @returns the names of the changed fields; undefined when somebody has changed the deal since that version, or the request was erased
 */
export async function writeDeal(
  trx: Trx,
  requestId: string,
  { version, patch, by }: DealChange,
  at: Date,
): Promise<readonly string[] | undefined> {
  const found = await findDeal(trx, requestId);
  if ((found?.version ?? 0) !== version) return undefined;
  const changes = columnsOf(patch);
  const note = patch.note === undefined ? {} : { closing_note: textOrNull(patch.note) };
  const { closing_note } = (await findRequest(trx, requestId)) ?? {};
  const fields = changedFields({ products: '[]', ...found, closing_note }, { ...changes, ...note });
  if (fields.length === 0) return fields;
  const time = at.toISOString();
  const values = { ...changes, version: version + 1, changed_at: time };
  if (found) await updateDeal(trx, requestId, values);
  else await insertDeal(trx, { products: '[]', ...values, request_id: requestId });
  const recorded = await record(
    trx,
    requestId,
    { kind: 'deal', at: time, detail: `${by}: ${fields.join(', ')}` },
    note,
  );
  if (recorded && patch.note === undefined) await writeSearch(trx, requestId);
  return recorded ? fields : undefined;
}
