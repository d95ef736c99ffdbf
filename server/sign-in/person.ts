/** Reads what the sign-in keeps about a person of the staff who asks for it. It reads no secrets. */
import type { Reader } from '#server/database/open.ts';
import type { Labelled } from '#server/person-search.ts';
import { namesKeptOf } from './store-person.ts';

/** The names of passkeys and devices, and the name that was given with an invitation, by the ids of people. */
export async function signInKeptOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Labelled[]>> {
  return ids.length === 0 ? new Map() : Map.groupBy(await namesKeptOf(db, ids), ({ personId }) => personId);
}
