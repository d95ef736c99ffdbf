/** The facts of one day, as counted and as packed. The packed form is short, because a year of it is read at once. Pure. */
import { productNames } from '#contract/desk/board.ts';
import type { Ending } from '#contract/desk/figures.ts';
import type { CountedPresence } from '#server/presence/service.ts';
import type { CountedCall, CountedRequest } from '#server/requests/service.ts';

/** A request of a day. `atMs` is counted from the day's beginning. */
export interface RequestFact extends Omit<CountedRequest, 'id' | 'version' | 'askedAt'> {
  readonly id: string;
  readonly atMs: number;
}

/** A request in the packed form. A name is an index into the list of names, or -1 for null. */
type RequestRow = readonly [
  atMs: number,
  dealership: number,
  acceptMs: number | null,
  acceptedBy: number,
  waitMs: number | null,
  agent: number,
  ending: number,
  minutes: number | null,
  products: number,
  /** Bits: missed, reopened, not billed. */
  flags: number,
  /** The id of a missed request. It is left empty for others, which are never listed one by one. */
  id: string,
];

export interface PackedRequests {
  readonly names: readonly string[];
  readonly rows: readonly RequestRow[];
}

/** Gives each name a number, in the order in which the names come. */
function numbered() {
  const numbers = new Map<string, number>();
  return {
    numberOf: (name: string | null): number => (name === null ? -1 : numbers.getOrInsert(name, numbers.size)),
    names: (): string[] => [...numbers.keys()],
  };
}

const flagsOf = (missed: boolean, reopened: boolean, notBilled: boolean): number =>
  (missed ? 1 : 0) + (reopened ? 2 : 0) + (notBilled ? 4 : 0);

/** The packed form of a day's requests: rows of numbers, and a list of names. */
export function packRequests(requests: readonly CountedRequest[], since: string): PackedRequests {
  const { numberOf, names } = numbered();
  const startMs = Date.parse(since);
  const rows = requests.map(
    (one): RequestRow => [
      Date.parse(one.askedAt) - startMs,
      numberOf(one.dealershipId),
      one.acceptMs,
      numberOf(one.acceptedBy),
      one.waitMs,
      numberOf(one.agent),
      numberOf(one.ending),
      one.minutes,
      productNames.reduce((bits, product, at) => (one.products.includes(product) ? bits | (1 << at) : bits), 0),
      flagsOf(one.missed, one.reopened, one.notBilled),
      one.missed ? one.id : '',
    ],
  );
  return { names: names(), rows };
}

/** The products of each combination of bits, made once: there are few combinations, and many requests in a year. */
const productsOfBits = Array.from({ length: 1 << productNames.length }, (_, bits) =>
  productNames.filter((_name, at) => (bits & (1 << at)) !== 0),
);

export const requestFacts = ({ names, rows }: PackedRequests): RequestFact[] => {
  const nameOf = (number: number) => names[number] ?? null;
  return rows.map(
    ([atMs, dealership, acceptMs, acceptedBy, waitMs, agent, ending, minutes, products, flags, id]): RequestFact => ({
      id,
      atMs,
      dealershipId: nameOf(dealership),
      acceptMs,
      acceptedBy: nameOf(acceptedBy),
      waitMs,
      agent: nameOf(agent),
      ending: nameOf(ending) as Ending,
      minutes,
      products: productsOfBits[products] ?? [],
      missed: (flags & 1) !== 0,
      reopened: (flags & 2) !== 0,
      notBilled: (flags & 4) !== 0,
    }),
  );
};

/** A logged call: its time from the day's beginning, its dealership, who logged it, and its minutes. */
export type CallFact = readonly [atMs: number, dealershipId: string, personId: string, minutes: number];

export const callFact = (call: CountedCall, since: string): CallFact => [
  Date.parse(call.loggedAt) - Date.parse(since),
  call.dealershipId,
  call.personId,
  call.minutes,
];

/** Who was available at the beginning of the day, and every later change: when, who, and 1 for available or 0. */
export interface PresenceFacts {
  readonly start: readonly string[];
  readonly changes: readonly (readonly [atMs: number, personId: string, available: 0 | 1])[];
}

/** @param removedAt when people were removed, by id; from then on they are not available */
export function presenceFacts(
  { atStart, changes }: CountedPresence,
  { since, until }: { readonly since: string; readonly until: string },
  removedAt: ReadonlyMap<string, string>,
): PresenceFacts {
  const startMs = Date.parse(since);
  const isGone = (personId: string, at: string) => at >= (removedAt.get(personId) ?? '9999');
  const ends = [...removedAt]
    .filter(([, at]) => at >= since && at < until)
    .map(([personId, at]) => [Date.parse(at) - startMs, personId, 0] as const);
  const kept = changes
    .filter(({ personId, at }) => !isGone(personId, at))
    .map(({ personId, at, available }) => [Date.parse(at) - startMs, personId, available ? 1 : 0] as const);
  return {
    start: atStart.filter((personId) => !isGone(personId, since)),
    // The sort is stable, so changes of the same moment stay in order.
    changes: [...kept, ...ends].sort(([one], [other]) => one - other),
  };
}
