/** Removes dealerships from every list, with their own codes: one by one, or all samples that came with the database. */
import type { Trx } from '#server/database/open.ts';
import { noteEvent } from './history.ts';
import { changeCodes, type DealershipsOptions } from './options.ts';
import { lockDealership, lockSampleIds, updateDealership } from './store.ts';

export function createRemoval({ storage, audit, now, endAccess }: DealershipsOptions) {
  async function removeEach(trx: Trx, ids: readonly string[], byId: string | null): Promise<void> {
    const at = now().toISOString();
    for (const id of ids) {
      await endAccess(trx, id, at, 'removed');
      await updateDealership(trx, id, { removed_at: at });
      await noteEvent(trx, id, { kind: 'removed', byId, at });
    }
    const about = ids.map((id) => ({ kind: 'dealership', id }) as const);
    if (ids.length > 0) await audit.write(trx, { by: byId, action: 'dealership-removed', about });
  }

  return {
    /** Removes one from every list and ends its codes. Its requests stay. False when there is none of this id. */
    remove: (byId: string | null, id: string): Promise<boolean> =>
      changeCodes(storage, async (trx) => {
        const found = await lockDealership(trx, id);
        if (found) await removeEach(trx, [id], byId);
        return found !== undefined;
      }),

    /** The same for a sample only, which somebody may be making their own at that moment. Returns why nothing was removed. */
    removeSample: (byId: string | null, id: string): Promise<'removed' | 'notFound' | 'notASample'> =>
      changeCodes(storage, async (trx) => {
        const found = await lockDealership(trx, id);
        if (!found) return 'notFound';
        if (found.sample_at === null) return 'notASample';
        await removeEach(trx, [id], byId);
        return 'removed';
      }),

    /** Removes every sample. Returns how many. */
    removeSamples: (byId: string | null): Promise<number> =>
      changeCodes(storage, async (trx) => {
        const samples = await lockSampleIds(trx);
        await removeEach(trx, samples, byId);
        return samples.length;
      }),
  };
}
