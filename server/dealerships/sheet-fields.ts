/** The stored fields of a store sheet: each value with who wrote it and when. Pure. */
import { type SheetFieldName, sheetFieldNames, sheetFields } from '#contract/desk/board.ts';
import type { StoreSheet } from '#contract/desk/record-schemas.ts';
import type { Iso } from '#server/database/tables.ts';

type StoredFields = Partial<Record<SheetFieldName, StoreSheet['fields'][SheetFieldName]>>;

/** The fields of a sheet; empty for a sheet that was never written. */
export const readFields = (json: string | undefined): StoredFields => JSON.parse(json ?? '{}') as StoredFields;

/** A value that somebody wrote by hand. Values that are chosen from a list name no person. */
export interface WrittenValue {
  readonly name: SheetFieldName;
  readonly label: string;
  readonly value: string;
  readonly changedAt: Iso;
}

/** The values of a sheet that were written by hand, from its stored fields. */
export const writtenOn = (json: string | undefined): WrittenValue[] =>
  sheetFieldNames.flatMap((name) => {
    const { value = '', changedAt } = readFields(json)[name] ?? {};
    const { kind, label } = sheetFields[name];
    return kind === 'text' && value !== '' && changedAt ? [{ name, label, value, changedAt }] : [];
  });

/**
 * The stored form of a sheet after some of its values were erased.
 *
 * @param version the new version of the sheet. Somebody who edits one of these fields from an earlier version is told that it
 *   changed
 */
export function withoutFields(json: string, names: readonly SheetFieldName[], version: number): string {
  const erased = { value: '', changedAt: null, changedBy: null, erasedIn: version };
  return JSON.stringify({ ...readFields(json), ...Object.fromEntries(names.map((name) => [name, erased])) });
}

/** The names of the people who wrote the current values of a sheet. */
export const writersOf = (json: string): string[] => [
  ...new Set(Object.values(readFields(json)).flatMap(({ changedBy }) => changedBy ?? [])),
];
