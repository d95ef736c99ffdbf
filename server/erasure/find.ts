/** Finds everything about somebody: each feature's part, as a search shows it. */
import { type ItemKind, itemKinds, mostFound } from '#contract/desk/person-request.ts';
import type { Reader } from '#server/database/open.ts';
import { matchesIn, type PersonItem, type PersonSource, type Sought } from '#server/person-search.ts';

/** What each feature finds and reads of a person. */
export type PersonSources = Readonly<Record<ItemKind, PersonSource>>;

/** A thing that says the person, with the labels of the values that do. */
export interface FoundItem extends PersonItem {
  readonly matches: readonly string[];
}

/** What a search shows. */
export interface FoundItems {
  readonly items: readonly FoundItem[];
  /** Kinds of which there may be more. */
  readonly more: readonly ItemKind[];
}

/** Lets everything that was stored before be found. Not to be called in a transaction. */
export async function prepareAll(sources: PersonSources): Promise<void> {
  for (const kind of itemKinds) await sources[kind].prepare?.();
}

/** Finds everything about somebody, after `prepareAll`. */
export async function findAll(reads: Reader, sources: PersonSources, sought: Sought): Promise<FoundItems> {
  const items: FoundItem[] = [];
  const more: ItemKind[] = [];
  for (const kind of itemKinds) {
    const ids = await sources[kind].find(reads, sought, mostFound + 1);
    if (ids.length > mostFound && kind !== 'staff') more.push(kind);
    for (const item of await sources[kind].read(reads, ids)) {
      const matches = matchesIn(item, sought);
      if (matches.length > 0) items.push({ ...item, matches });
    }
  }
  return { items, more };
}
