import type { Prunable } from '#server/pruning.ts';
import { dayMs } from '#server/times.ts';
import { deleteOldChanges } from './store.ts';

/** How long the history of who was available reaches back. */
export const presenceKeptForDays = 800;

/**
 * The figures of a day that is over are kept by themselves, and are counted again from this history when something of that day
 * changes. So it reaches back further than the year that the figures show.
 */
export const prunablePresence: Prunable = {
  name: 'presence changes',
  keptForMs: presenceKeptForDays * dayMs,
  deleteBefore: deleteOldChanges,
};
