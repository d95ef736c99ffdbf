/** How requests and calls are erased: what was typed about them goes; the row with its times stays to be counted. */
import type { Transaction } from 'kysely';
import { changed } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { deleteMessagesOf } from '#server/outbox/service.ts';
import { removeSearchText } from '#server/search/service.ts';
import { blankCall, blankRequest, keepCalls, keepRequests } from './store-erasing.ts';

type Trx = Transaction<Tables>;

export const erasableRequests = ({ dialect }: Pick<Storage, 'dialect'>) => ({
  take: async (trx: Trx, ids: readonly string[]): Promise<string[]> =>
    (await keepRequests(trx, { dialect }, ids)).map(({ id }) => id),
  async erase(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
    for (const id of ids) {
      await deleteMessagesOf(trx, [id]);
      await blankRequest(trx, id, at);
      await removeSearchText(trx, 'request', id);
      await changed(trx, 'board', id);
    }
  },
});

export const erasableCalls = ({ dialect }: Pick<Storage, 'dialect'>) => ({
  take: async (trx: Trx, ids: readonly string[]): Promise<string[]> =>
    (await keepCalls(trx, { dialect }, ids)).map(({ id }) => id),
  async erase(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
    for (const id of ids) {
      await blankCall(trx, id, at);
      await removeSearchText(trx, 'call', id);
      await changed(trx, 'board', id);
    }
  },
});
