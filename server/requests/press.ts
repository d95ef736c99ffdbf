import { dialectOf, type Trx } from '#server/database/open.ts';
import { hasHappenedSince, lockRequest } from './store.ts';
import type { RequestEventKind } from './tables.ts';

/** Runs a change of a request in a transaction and reports it when it happened. */
export type Change = (
  id: string,
  kind: RequestEventKind,
  work: (trx: Trx, at: Date) => Promise<boolean>,
) => Promise<boolean>;

interface Press {
  readonly kind: RequestEventKind;
  /** Does what the button says. False when the state of the request does not allow it. */
  readonly take: Parameters<Change>[2];
  /** Whether the request already is as this press would make it, so that an earlier press has done the same. */
  readonly isTaken: (trx: Trx) => Promise<boolean>;
  /** Keys that are locked before the request. */
  readonly keys?: readonly string[];
  /** The version of the request that the page showed. Undefined when the page did not say it. */
  readonly seen?: number | undefined;
  /** Finds the link of whoever presses. Absent for the dealership; undefined for a person who has none, and so has done nothing yet. */
  readonly linkOf?: (trx: Trx) => Promise<string | undefined>;
}

export type TakePress = ReturnType<typeof createPress>;

/**
 * Makes the function that takes a press on a request. It resolves to true also when an earlier press has done the same. That is checked
 * while the request is still locked, because another tab may press the opposite button at this moment.
 *
 * A press may arrive late, or once more: it waited in the socket of a server that stood still, or the browser has sent it again. It does
 * nothing if the same was done since its page read the request, even if that was undone since (docs/decisions/0154).
 */
export const createPress =
  (change: Change) =>
  async (id: string, { kind, take, isTaken, keys = [], seen, linkOf }: Press): Promise<boolean> => {
    let takenBefore = false;
    const takenNow = await change(id, kind, async (trx, at) => {
      if (keys.length > 0) await dialectOf(trx).lock(trx, keys);
      await lockRequest(trx, id);
      const isKnown = seen !== undefined && Number.isSafeInteger(seen);
      const linkId = isKnown && linkOf ? ((await linkOf(trx)) ?? '') : undefined;
      const isOld = isKnown && (await hasHappenedSince(trx, id, { kind, linkId }, seen));
      if (!isOld && (await take(trx, at))) return true;
      takenBefore = await isTaken(trx);
      return false;
    });
    return takenNow || takenBefore;
  };
