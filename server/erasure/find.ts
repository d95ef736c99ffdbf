/** Finds everything about a person, in the data of each feature. */
import { type ItemKind, itemKinds, mostFound } from '#contract/desk/person-request.ts';
import type { Reader } from '#server/database/open.ts';
import { matchesIn, type PersonItem, type PersonSource, type Sought } from '#server/person-search.ts';

/** How each feature finds and reads its items about a person. */
export type PersonSources = Readonly<Record<ItemKind, PersonSource>>;

/** An item that mentions the person, with the labels of the values that do. */
interface FoundItem extends PersonItem {
  readonly matches: readonly string[];
}

/** The result of a search. */
export interface FoundItems {
  readonly items: readonly FoundItem[];
  /** Kinds that may have more items than were read. */
  readonly more: readonly ItemKind[];
}

/** Indexes everything that was stored before, so that it is found. Must not be called in a transaction. */
export async function prepareAll(sources: PersonSources): Promise<void> {
  for (const kind of itemKinds) await sources[kind].prepare?.();
}

/** Finds everything about a person. Call `prepareAll` first. */
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
