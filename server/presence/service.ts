/**
 * Presence: who takes requests at this moment, with its history. A person switches it by hand. The beginning of a deal makes it in-deal,
 * and the end of the deal turns in-deal into wrap-up. The beginning of a shift makes it available, and the end makes it away. A person
 * without an account is available again as soon as a deal ends on shift.
 */
import type { Presence } from '#contract/desk/live.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import { allPeople, findPersonById, type ShiftPerson } from '#server/people/service.ts';
import type { Prunable } from '#server/pruning.ts';
import { isStale } from '#server/stale-press.ts';
import { dayMs } from '#server/times.ts';
import { presenceOf, presentPerson, type Reachable } from './policy.ts';
import { presenceKeptForDays } from './retention.ts';
import {
  allDeals,
  allPresence,
  dealsOf,
  deleteDeal,
  deleteOldChanges,
  findPresence,
  insertDeal,
  type NewPresence,
  noteShift,
  type PresenceDeal,
  putPresence,
  type StoredPresence,
} from './store.ts';

export { isRungOrOnShift, type Reachable } from './policy.ts';
export { deletePresenceOf } from './store.ts';
export { carriedOverPresence } from './store-carry-over.ts';
export { type CountedPresence, countedPresence, presenceKnownSince, statesOfPresence } from './store-figures.ts';

/** A running request that somebody has: neither over nor closing. */
export interface RunningDeal {
  readonly requestId: string;
  readonly personId: string;
}

interface PresenceServiceOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly holderOf: (trx: Trx, requestId: string) => Promise<string | undefined>;
}

export type PresenceService = ReturnType<typeof createPresence>;

export const prunablePresence: Prunable = {
  name: 'presence changes',
  keptForMs: presenceKeptForDays * dayMs,
  deleteBefore: deleteOldChanges,
};

const keyOf = ({ request_id, person_id }: PresenceDeal) => `${request_id} ${person_id}`;

/** Everybody who takes requests, with their presence, by name. */
export async function peoplePresent(db: Reader): Promise<Reachable[]> {
  const [people, stored] = [await allPeople(db), await allPresence(db)];
  const byPerson = new Map(stored.map((row) => [row.person_id, row]));
  return people.flatMap((person) => presentPerson(person, byPerson.get(person.id)) ?? []);
}

export function createPresence({ storage, holderOf, now }: PresenceServiceOptions) {
  const { db } = storage;

  /** Changes somebody's presence in the order in which it happens, and says so to the consoles. */
  async function switchTo(
    trx: Trx,
    personId: string,
    next: (current: StoredPresence | undefined) => Promise<Omit<NewPresence, 'person_id' | 'at'> | undefined>,
  ): Promise<void> {
    await dialectOf(trx).lock(trx, [`presence ${personId}`]);
    const presence = await next(await findPresence(trx, personId));
    if (!presence) return;
    await putPresence(trx, { ...presence, person_id: personId, at: now().toISOString() });
    await changed(trx, 'presence', personId);
  }

  const began = (deal: PresenceDeal) =>
    storage.transaction((trx) =>
      switchTo(trx, deal.person_id, async (current) => {
        // Another server may have seen the end of it already.
        if ((await holderOf(trx, deal.request_id)) !== deal.person_id) return undefined;
        if (!(await insertDeal(trx, deal))) return undefined;
        const { request_id } = deal;
        return { state: 'in-deal', shift_at: current?.shift_at ?? null, cause: 'deal', request_id };
      }),
    );

  /**
   * After the end of a deal comes wrap-up, unless another deal goes on or the person has switched to something else. A person without an
   * account has no switch to end a wrap-up, and stands by their shift at once.
   */
  const ended = (deal: PresenceDeal) =>
    storage.transaction((trx) =>
      switchTo(trx, deal.person_id, async (current) => {
        // Another server may have seen that it began again.
        if ((await holderOf(trx, deal.request_id)) === deal.person_id) return undefined;
        if (!(await deleteDeal(trx, deal)) || current?.state !== 'in-deal') return undefined;
        if ((await dealsOf(trx, deal.person_id)).length > 0) return undefined;
        const person = await findPersonById(trx, deal.person_id);
        const after =
          person?.role === null
            ? ({ state: presenceOf(person, current).presence, shift_at: person.on_shift_at } as const)
            : ({ state: 'wrap-up', shift_at: current.shift_at } as const);
        return { ...after, cause: 'deal', request_id: deal.request_id };
      }),
    );

  /** Stores who has which running request, and changes presences accordingly. Any server may call it at any time. */
  async function followDeals(held: readonly RunningDeal[]): Promise<void> {
    const since = now().toISOString();
    const before = await allDeals(db);
    const current = held.map(({ requestId, personId }) => ({ request_id: requestId, person_id: personId, since }));
    const [known, running] = [new Set(before.map(keyOf)), new Set(current.map(keyOf))];
    // Ends first: a request that was taken over is the deal of one person at a time.
    for (const deal of before) if (!running.has(keyOf(deal))) await ended(deal);
    for (const deal of current) if (!known.has(keyOf(deal))) await began(deal);
  }

  /** Whether the stored presence is the one that a person has, by their shift and their role; one in a deal ends with the deal. */
  const isFollowed = (person: ShiftPerson, stored: StoredPresence | undefined): boolean =>
    person.on_shift_at === (stored?.shift_at ?? null) &&
    (!stored || stored.state === 'in-deal' || presenceOf(person, stored).presence === stored.state);

  /** Stores the presence that the beginning or the end of a person's shift, or the end of their role, causes. */
  async function followShift(personId: string): Promise<void> {
    await storage.transaction((trx) =>
      switchTo(trx, personId, async (current) => {
        // Another server may have seen that the shift ended, or began again.
        const person = await findPersonById(trx, personId);
        if (!person || isFollowed(person, current)) return undefined;
        const { presence: state } = presenceOf(person, current);
        if (current && state === current.state) {
          await noteShift(trx, personId, person.on_shift_at);
          return undefined;
        }
        return { state, shift_at: person.on_shift_at, cause: 'shift' };
      }),
    );
  }

  /** Stores the presences that shifts and roles which began or ended cause. */
  async function followShifts(): Promise<void> {
    const stored = new Map((await allPresence(db)).map((row) => [row.person_id, row]));
    for (const person of await allPeople(db)) {
      if (!isFollowed(person, stored.get(person.id))) await followShift(person.id);
    }
  }

  return {
    list: (): Promise<Reachable[]> => peoplePresent(db),

    /**
     * Switches the presence of a person. Returns how they stand now; undefined when there is no such person.
     *
     * @param seen the `since` that the page showed; undefined when it did not say. What stood then and is chosen again counts as set now
     */
    async set(personId: string, state: Presence, seen?: string | null): Promise<Reachable | undefined> {
      await storage.transaction((trx) =>
        switchTo(trx, personId, async (current) => {
          const person = await findPersonById(trx, personId);
          if (!person || person.removed_at !== null) return undefined;
          if (isStale(seen, presenceOf(person, current).since)) return undefined;
          const same = current?.state === state && current.shift_at === person.on_shift_at;
          return same && seen === undefined ? undefined : { state, shift_at: person.on_shift_at, cause: 'person' };
        }),
      );
      return (await peoplePresent(db)).find(({ id }) => id === personId);
    },

    followShifts,
    followDeals,
  };
}
