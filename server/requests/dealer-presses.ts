/** What a dealership presses on a request that runs: the AnyDesk address, Cancel, and taking Cancel back. */
import type { Trx } from '#server/database/open.ts';
import { byDealership, type Closings } from './closing.ts';
import type { TakePress } from './press.ts';
import { type AgentRequest, findRequest, record } from './store.ts';

/** Whether a request has not ended and is so. */
async function runsAs(trx: Trx, id: string, isSo: (request: AgentRequest) => boolean): Promise<boolean> {
  const found = await findRequest(trx, id);
  return found?.ended_at === null && isSo(found);
}

/** In each function `seen` is the version of the request that the page showed; undefined when the page did not say it. */
export const createDealerPresses = (press: TakePress, closings: Closings) => ({
  /** Hands the AnyDesk address to the agent. False when the request is over, or got another address since the page showed it. */
  giveAnydesk: (id: string, anydesk: string, seen?: number): Promise<boolean> =>
    press(id, {
      kind: 'anydesk',
      seen,
      take: (trx, at) =>
        record(trx, id, { kind: 'anydesk', at: at.toISOString() }, { anydesk }, (row) => row('ended_at', 'is', null)),
      isTaken: (trx) => runsAs(trx, id, (found) => found.anydesk === anydesk),
    }),

  /**
   * Takes the dealership's Cancel: the request ends in a minute. False when it is over, when its agent is closing it, or when it was
   * cancelled and that was taken back since the page showed it.
   */
  cancel: (id: string, seen?: number): Promise<boolean> =>
    press(id, {
      kind: 'closing',
      seen,
      take: (trx, at) => closings.close(trx, id, { ...byDealership, at }),
      isTaken: (trx) => runsAs(trx, id, ({ closing_as }) => closing_as === 'cancelled'),
    }),

  /** Takes the dealership's Cancel back. False when its minute is over, or when it was cancelled again since the page showed it. */
  takeBack: (id: string, seen?: number): Promise<boolean> =>
    press(id, {
      kind: 'closing-undone',
      seen,
      take: (trx, at) => closings.takeBack(trx, id, { ...byDealership, at }),
      isTaken: (trx) => runsAs(trx, id, ({ closing_at }) => closing_at === null),
    }),
});
