/** The store sheet of a dealership: facts that people learned in practice, each field with who wrote it and when. */
import { type SheetField, type SheetFieldName, sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import type { SheetPatch, StoreSheet } from '#contract/desk/record-schemas.ts';
import { cleanAdditionalInfo, isTooLong } from '#contract/free-text.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { noteEvent } from './history.ts';
import { intakeOf } from './intake.ts';
import { isTimeZone } from './name.ts';
import { writeSearchable } from './searchable.ts';
import { readFields } from './sheet-fields.ts';
import { findSheetRow, findWhole, insertSheet, updateDealership, updateSheet } from './store.ts';
import { lockForEnd } from './store-retention.ts';

const nothing = { value: '', changedAt: null, changedBy: null } as const;

/** The sheet of a dealership. Its time zone is that of the dealership's record, which may have been set elsewhere. */
export async function findSheet(db: Reader, dealershipId: string): Promise<StoreSheet> {
  const row = await findSheetRow(db, dealershipId);
  const dealership = await findWhole(db, dealershipId);
  const written = readFields(row?.fields);
  const timeZone = { ...(written.timeZone ?? nothing), value: dealership?.zone ?? '' };
  const all = { ...written, timeZone };
  const fields = Object.fromEntries(sheetFieldNames.map((name) => [name, all[name] ?? nothing]));
  const intake = await intakeOf(db, dealership?.lead_id ?? null);
  return { version: row?.version ?? 0, fields: fields as StoreSheet['fields'], intake };
}

/** A value in its stored form; undefined when the field cannot have it. An empty value removes the old one. */
function readValue(name: SheetFieldName, typed: string): string | undefined {
  const field: SheetField = sheetFields[name];
  if (isTooLong(typed, field.maxLength)) return undefined;
  const value = field.kind === 'zone' ? typed.trim() : cleanAdditionalInfo(typed);
  if (value === '') return value;
  if (field.kind === 'choice') return field.options?.includes(value) ? value : undefined;
  return field.kind === 'zone' && !isTimeZone(value) ? undefined : value;
}

interface SheetChange {
  readonly dealershipId: string;
  /** The version of the sheet that the patch was made from; 0 for a sheet that was never written. */
  readonly version: number;
  readonly patch: SheetPatch;
  /** The name of the person who writes. `byId` is the person's id. */
  readonly by: string;
  readonly byId: string | null;
  readonly at: Date;
}

/**
 * Notes on the sheet that the record got another time zone, in the caller's transaction: a change of the sheet that was begun before
 * is told, and nobody is named as the one who wrote the zone there.
 */
export async function noteZoneOfRecord(trx: Trx, dealershipId: string): Promise<void> {
  const row = await findSheetRow(trx, dealershipId);
  const { timeZone: _, ...fields } = readFields(row?.fields);
  const version = row?.version ?? 0;
  const next = { version: version + 1, fields: JSON.stringify(fields) };
  if (row) await updateSheet(trx, dealershipId, version, next);
  else await insertSheet(trx, { dealership_id: dealershipId, ...next });
}

/** `changed`: somebody wrote another version meanwhile, so nothing was written. `erased`: the account was erased. */
type SheetOutcome = 'written' | 'same' | 'changed' | 'invalid' | 'erased';

/** Changes a sheet in the caller's transaction. Of two changes that were made from the same version, exactly one is written. */
export async function changeSheet(
  trx: Trx,
  { dealershipId, version, patch, by, byId, at }: SheetChange,
): Promise<SheetOutcome> {
  // An erasure of the account or of one of its values locks the dealership too, so nothing is written while it runs.
  const [dealership] = await lockForEnd(trx, [dealershipId]);
  if (dealership?.erased_at) return 'erased';
  // The time zone is the record's, and nothing is changed in the record of a removed one.
  if (dealership?.removed_at && patch.timeZone !== undefined) return 'invalid';
  const row = await findSheetRow(trx, dealershipId);
  if ((row?.version ?? 0) !== version) return 'changed';
  const values: [SheetFieldName, string][] = [];
  for (const name of sheetFieldNames) {
    const typed = patch[name];
    if (typed === undefined) continue;
    const value = readValue(name, typed);
    if (value === undefined) return 'invalid';
    values.push([name, value]);
  }
  if (values.length === 0) return 'same';
  const changedAt = at.toISOString();
  const stored = readFields(row?.fields);
  const written = Object.fromEntries(
    values.map(([name, value]) => [name, { ...stored[name], value, changedAt, changedBy: by }]),
  );
  const fields = JSON.stringify({ ...stored, ...written });
  const next = { version: version + 1, fields };
  const first = row
    ? await updateSheet(trx, dealershipId, version, next)
    : await insertSheet(trx, { dealership_id: dealershipId, ...next });
  if (!first) return 'changed';
  const zone = values.find(([name]) => name === 'timeZone')?.[1];
  if (zone !== undefined) {
    await updateDealership(trx, dealershipId, { zone: zone || null });
    await noteEvent(trx, dealershipId, { kind: 'edited', byId, at: changedAt, detail: ['zone'] });
  }
  await writeSearchable(trx, dealershipId);
  return 'written';
}
