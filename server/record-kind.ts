/**
 * How a feature describes what its tables hold about people, and when and how each part ends. Each feature does so in its
 * `retention.ts`; `server/context/retention-map.ts` makes one map of them (docs/decisions/0074-one-map-of-records.md).
 */
import type { ItemKind } from '#contract/desk/person-request.ts';
import type { KeptFor, RecordClassId } from '#contract/record-classes.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import type { Position } from '#server/paging.ts';

/** The properties that every kind of record has, however it is deleted. */
export interface KindFacts {
  /** In the plural, and unique in the map: `inquiries`, `AnyDesk addresses`. */
  readonly name: string;
  readonly class: RecordClassId;
  /** The words after "after": `the request ended`. */
  readonly startsAt: string;
  /** The kind's own time; when absent, that of its class. */
  readonly keptFor?: KeptFor;
}

/**
 * The key that a transaction locks before it takes records to end. Taking a kind locks its records and then their dealerships.
 * Without this key, two transactions that take several kinds could each lock dealerships whose records the other has locked.
 */
export const endingKey = 'records that end';

/** A kind of record that the nightly sweep takes. */
export interface RecordKind extends KindFacts {
  /**
   * The oldest records whose time began before `before`: at most `limit`, after a position in the order in which their times began,
   * bounded by an index. Holds are not checked here but by `take`, so records that a hold keeps may be among them.
   */
  readonly due: (db: Reader, before: Iso, limit: number, after?: Position) => Promise<Position[]>;
  /**
   * Locks those of these records that exist, that no hold keeps and that were not erased; with `before`, only those whose time is
   * still over. A hold that is set meanwhile waits for the transaction.
   *
   * @returns the ids of the locked records
   */
  readonly take: (trx: Trx, ids: readonly string[], before?: Iso) => Promise<string[]>;
  /**
   * Deletes or blanks records that `take` has locked in this transaction, with their children, messages and search text. What is
   * needed for counts stays: reference, times, `erased_at`.
   */
  readonly erase: (trx: Trx, ids: readonly string[], at: Iso) => Promise<unknown>;
}

/** A kind of record that a function of its feature deletes in the order of time, without checking each record. */
export interface ChainKind extends KindFacts {
  /** How many records are older than a time, up to `most`. */
  readonly countBefore: (db: Reader, before: Iso, most: number) => Promise<number>;
  /** Deletes them in short slices. Resolves to the number of deleted records. */
  readonly deleteBefore: (before: Date) => Promise<number>;
}

/** A kind of record that its feature deletes by itself, for example every hour (`server/pruning.ts`). */
export interface PrunedKind extends KindFacts {
  readonly keptFor: KeptFor;
}

/** Technical records that are pruned so many days after the words of `startsAt`. */
export const prunedAfter = (days: number, name: string, startsAt: string): PrunedKind => ({
  name,
  class: 'technical',
  startsAt,
  keptFor: { days },
});

/** A kind of value that is kept while somebody has it set, and then overwritten or deleted at once. */
export interface StandingKind {
  readonly name: string;
  readonly class: RecordClassId;
  /** The words of docs/security.md: `while …`. */
  readonly kept: string;
}

/**
 * What a column holds:
 *
 * - `key`: an id, reference or hash by which rows refer to each other, and which says nothing about a person by itself;
 * - `nobody`: a time, a count, a state, a word of a closed list, or a fact about the place itself;
 * - otherwise something about a person, with the kinds whose end removes it, and what then happens to the column.
 */
export type ColumnUse = 'key' | 'nobody' | PersonColumn;

interface PersonColumn {
  /** Names of kinds. When there are several, the state of the row decides which one it is. */
  readonly of: readonly string[];
  /** Whether the row is deleted, or stays with the column blanked. */
  readonly ends: 'delete' | 'blank';
  /** The kinds of items as which a person's request finds the contents of the column, or why it does not search the column. */
  readonly sought: readonly ItemKind[] | { readonly not: string };
}

/** Says the same of several columns. */
export const columns = <Use extends ColumnUse, Name extends string>(use: Use, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, use])) as Record<Name, Use>;

/** Marks columns as `key`. */
export const keys = <Name extends string>(...names: readonly Name[]) => columns('key', ...names);

/** Marks columns as `nobody`. */
export const nobody = <Name extends string>(...names: readonly Name[]) => columns('nobody', ...names);

/** The use of every column of some tables. A missing column is a type error, and a column that does not exist fails a test. */
export type TableUses<Name extends keyof Tables> = {
  readonly [Table in Name]: { readonly [Column in keyof Tables[Table]]-?: ColumnUse };
};

/** A feature's description of its tables. */
export interface FeatureRetention<Name extends keyof Tables> {
  readonly tables: TableUses<Name>;
  readonly kinds?: readonly KindFacts[];
  readonly pruned?: readonly PrunedKind[];
  readonly standing?: readonly StandingKind[];
}

/** Describes a feature's tables. Their names are read from the description. */
export const defineRetention = <Name extends keyof Tables>(retention: FeatureRetention<Name>) => retention;

/** A person column, for which the feature still has to say whether a person's request searches it. */
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
