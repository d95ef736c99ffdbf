/**
 * How a feature says what its tables hold about people, and when and how each of it ends. A feature does so in its
 * `retention.ts`; `server/context/retention.ts` puts them together to one map (docs/decisions/0074-one-map-of-records.md).
 */
import type { Transaction } from 'kysely';
import type { ItemKind } from '#contract/desk/person-request.ts';
import type { KeptFor, RecordClassId } from '#contract/record-classes.ts';
import type { Reader } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { Place } from '#server/place.ts';

/** What every kind of record says, whoever deletes it. */
export interface KindFacts {
  /** In the plural, unique in the map: `inquiries`, `AnyDesk addresses`. */
  readonly name: string;
  readonly class: RecordClassId;
  /** Follows "after": `the request ended`. */
  readonly startsAt: string;
  /** Its own time; that of its class when absent. */
  readonly keptFor?: KeptFor;
}

/**
 * The key that whoever takes records takes first. A kind locks its records and then their dealerships, which may be held; so of two that
 * take several kinds, each would have dealerships whose records the other one has.
 */
export const endingKey = 'records that end';

/** A kind of record that the nightly sweep takes. */
export interface RecordKind extends KindFacts {
  /**
   * The oldest whose time began before `before`, at most `limit`, after a place in the order in which their times began, bounded
   * by an index. Holds are looked at by `take`: what a hold of another record keeps may be among them.
   */
  readonly due: (db: Reader, before: Iso, limit: number, after?: Place) => Promise<Place[]>;
  /**
   * Locks those of these records that are there, that no hold keeps and that are not erased yet; with `before`, also only those
   * whose time is still over. A hold that is set meanwhile waits for the transaction.
   *
   * @returns their ids
   */
  readonly take: (trx: Transaction<Tables>, ids: readonly string[], before?: Iso) => Promise<string[]>;
  /**
   * Deletes or blanks records that `take` has locked in this transaction, with all that hangs on them: children, messages,
   * search text. What counts stays: reference, times, `erased_at`.
   */
  readonly erase: (trx: Transaction<Tables>, ids: readonly string[], at: Iso) => Promise<void>;
}

/** A kind of record that is deleted in the order of its time and without a look at each, by a function of its feature. */
export interface ChainKind extends KindFacts {
  /** How many are older than a time, counted up to `most`. */
  readonly countBefore: (db: Reader, before: Iso, most: number) => Promise<number>;
  /** Deletes them in short slices. Resolves to how many it deleted. */
  readonly deleteBefore: (before: Date) => Promise<number>;
}

/** A kind of record that its feature deletes by itself, such as once an hour (`server/pruning.ts`). */
export interface PrunedKind extends KindFacts {
  readonly keptFor: KeptFor;
}

/** A kind that is kept for as long as somebody has it set, and then overwritten or deleted at once. */
export interface StandingKind {
  readonly name: string;
  readonly class: RecordClassId;
  /** `while …`, in words. */
  readonly kept: string;
}

/**
 * What a column holds:
 * - `key`: an id, reference or hash by which rows find one another, and which tells nothing of a person by itself;
 * - `nobody`: a time, a count, a state, a word of a closed list, or something about the place itself;
 * - otherwise something about a person, with the kinds whose end takes it, and what becomes of the column then.
 */
export type ColumnUse = 'key' | 'nobody' | PersonColumn;

export interface PersonColumn {
  /** Names of kinds. With several, the state of the row says which one it is. */
  readonly of: readonly string[];
  /** The row is deleted, or it stays and the column is blanked. */
  readonly ends: 'delete' | 'blank';
  /** As which things a person's request finds what is in it; or why it does not look there. */
  readonly sought: readonly ItemKind[] | { readonly not: string };
}

const columnsWith =
  <Use extends 'key' | 'nobody'>(use: Use) =>
  <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, use])) as Record<Name, Use>;

/** Columns that are a `key`. */
export const keys = columnsWith('key');

/** Columns that are about `nobody`. */
export const nobody = columnsWith('nobody');

/** Every column of some tables. One that is missing is an error of the types, and one that is not there fails a test. */
export type TableUses<Name extends keyof Tables> = {
  readonly [Table in Name]: { readonly [Column in keyof Tables[Table]]-?: ColumnUse };
};

/** What a feature says of its tables. */
export interface FeatureRetention<Name extends keyof Tables> {
  readonly tables: TableUses<Name>;
  readonly kinds?: readonly KindFacts[];
  readonly pruned?: readonly PrunedKind[];
  readonly standing?: readonly StandingKind[];
}

/** A column of which the feature has yet to say whether a person's request looks into it. */
const columnThat = (ends: PersonColumn['ends'], of: readonly string[]) => ({
  /** A person's request finds what is in the column as things of these kinds. */
  foundAs: (...sought: readonly [ItemKind, ...ItemKind[]]): PersonColumn => ({ of, ends, sought }),
  /** A person's request does not look into the column. `why` is for docs/security.md. */
  notSought: (why: string): PersonColumn => ({ of, ends, sought: { not: why } }),
});

/** The column is blanked when a record of one of these kinds ends. */
export const blankedWith = (...of: readonly string[]) => columnThat('blank', of);

/** The row is deleted when a record of one of these kinds ends. */
export const deletedWith = (...of: readonly string[]) => columnThat('delete', of);
