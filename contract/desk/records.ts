/** The sweep of records and legal holds, without a schema library. The endpoints are in `sweep-endpoints.ts`. */

export const holdKinds = ['lead', 'dealership'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** Why a sweep only reported, and waits for an admin's confirmation. */
export const sweepDoubts = {
  first: 'It was the first sweep here, so it only reported.',
  more: 'It would have deleted far more than the sweep before it expected. Nothing was deleted.',
  clock:
    'The last sweep was more than a week ago. Confirm if the server was off for that time; otherwise check its clock first. Nothing was deleted.',
} as const;

/** How many records the counts of a sweep say in all, over all kinds. */
export const recordsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, count) => all + count, 0);

/** The longest reason of a hold, in UTF-16 units. */
export const mostHoldReason = 500;

export const recordRefusals = {
  nothingToConfirm: { status: 409, text: 'This sweep was confirmed already, or a newer one has come.' },
  notThere: { status: 404, text: 'There is no such record.' },
  held: { status: 409, text: 'It is already under a legal hold.' },
  erased: { status: 409, text: 'It was erased, so there is nothing to hold.' },
  holdEnded: { status: 409, text: 'This hold has ended already.' },
} as const;

/** Why a record is not put under a hold, by the name of its refusal. */
export type HoldRefusal = 'notThere' | 'held' | 'erased';

/** The id that a new hold is on, or why there is none. */
export type HoldPut =
  | { readonly id: string; readonly refused?: undefined }
  | { readonly id?: undefined; readonly refused: HoldRefusal };
