/** The fields of a store sheet as they are stored: each value with who wrote it and when. Pure. */
import { type SheetFieldName, sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import type { StoreSheet } from '#contract/desk/record-schemas.ts';
import type { Iso } from '#server/database/tables.ts';

type StoredFields = Partial<Record<SheetFieldName, StoreSheet['fields'][SheetFieldName]>>;

/** The fields of a sheet; none of one that was never written. */
export const readFields = (json: string | undefined): StoredFields => JSON.parse(json ?? '{}') as StoredFields;

/** A value that somebody wrote by hand. Those that are chosen from a list name nobody. */
export interface WrittenValue {
  readonly name: SheetFieldName;
  readonly label: string;
  readonly value: string;
  readonly changedAt: Iso;
}

/** What was written on a sheet by hand, from its stored fields. */
export const writtenOn = (json: string | undefined): WrittenValue[] =>
  sheetFieldNames.flatMap((name) => {
    const { value = '', changedAt } = readFields(json)[name] ?? {};
    const { kind, label } = sheetFields[name];
    return kind === 'text' && value !== '' && changedAt ? [{ name, label, value, changedAt }] : [];
  });

/**
 * The sheet without some of its values, as it is stored.
 *
 * @param version the version of the sheet that it becomes: whoever edits one of these fields from an earlier one is told
 */
export function withoutFields(json: string, names: readonly SheetFieldName[], version: number): string {
  const erased = { value: '', changedAt: null, changedBy: null, erasedIn: version };
  return JSON.stringify({ ...readFields(json), ...Object.fromEntries(names.map((name) => [name, erased])) });
}

/** The names of who wrote values that stand on a sheet. */
export const writersOf = (json: string): string[] => [
  ...new Set(Object.values(readFields(json)).flatMap(({ changedBy }) => changedBy ?? [])),
];
