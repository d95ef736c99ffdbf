/**
 * Merges a person's own changes into a record that others changed meanwhile. The changes are applied to the newest version; a field
 * that the person did not touch stays as somebody else stored it. Pure.
 */
import type { ConflictField } from '../ui/EditConflict.tsx';

/** Three versions of the values of a form. */
interface Versions<Fields extends object> {
  /** The version that the person saw when they began. It stays the same, however often others save first. */
  readonly seen: Fields;
  /** The newest stored version. */
  readonly stands: Fields;
  /** The version that the person wrote. */
  readonly mine: Fields;
}

/** Whether two values of a form are the same when they are written as JSON. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The names of the fields in which two versions differ. */
export const changedNames = <Fields extends object>(one: Fields, other: Fields): (keyof Fields & string)[] =>
  (Object.keys(other) as (keyof Fields & string)[]).filter((name) => !isSame(one[name], other[name]));

/** The newest stored version with the person's own changes. */
export function withOwnChanges<Fields extends object>({ seen, stands, mine }: Versions<Fields>): Fields {
  return { ...stands, ...Object.fromEntries(changedNames(seen, mine).map((name) => [name, mine[name]])) };
}

/** The label of each field, and its values in words. */
export type FieldWords<Fields extends object> = {
  readonly [Name in keyof Fields]: { readonly label: string; readonly text: (value: Fields[Name]) => string };
};

/** The words of fields that are texts and shown as they are, by their labels. */
export const plainWords = <Name extends string>(labels: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(labels).map(([name, label]) => [name, { label, text: (value: string) => value }]),
  ) as FieldWords<Record<Name, string>>;

/** The fields that the person or somebody else changed since the person saw them. `mine` is null where only others did. */
export function conflictFields<Fields extends object>(
  { seen, stands, mine }: Versions<Fields>,
  words: FieldWords<Fields>,
): ConflictField[] {
  const own = new Set<string>(changedNames(seen, mine));
  const others = new Set<string>(changedNames(seen, stands));
  return (Object.keys(words) as (keyof Fields & string)[])
    .filter((name) => own.has(name) || others.has(name))
    .map((name) => {
      const { label, text } = words[name];
      return { label, theirs: text(stands[name]), mine: own.has(name) ? text(mine[name]) : null };
    });
}
