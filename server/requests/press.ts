import type { Transaction } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { lockRequest } from './store.ts';
import type { RequestEventKind } from './tables.ts';

/** Runs a change of a request in a transaction and reports it when it happened. */
export type Change = (
  id: string,
  kind: RequestEventKind,
  work: (trx: Transaction<Tables>, at: Date) => Promise<boolean>,
) => Promise<boolean>;

export interface Press {
  readonly kind: RequestEventKind;
  /** Does what the button says. False when the state of the request does not allow it. */
  readonly take: Parameters<Change>[2];
  /** Whether the request already is as this press would make it. */
  readonly stands: (trx: Transaction<Tables>) => Promise<boolean>;
  /** Keys that are locked before the request. */
  readonly keys?: readonly string[];
}

/**
 * Makes the function that takes a press on a request. It resolves to true also when an earlier press has done the same. That is checked
 * while the request is still locked, because another tab may press the opposite button at this moment.
 */
export const createPress =
  (storage: Pick<Storage, 'dialect'>, change: Change) =>
  async (id: string, { kind, take, stands, keys = [] }: Press): Promise<boolean> => {
    let stood = false;
    const taken = await change(id, kind, async (trx, at) => {
      if (keys.length > 0) await storage.dialect.lock(trx, keys);
      await lockRequest(trx, storage, id);
      if (await take(trx, at)) return true;
      stood = await stands(trx);
      return false;
    });
    return taken || stood;
  };
