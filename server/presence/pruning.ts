import type { Prunable } from '#server/pruning.ts';
import { deleteOldChanges } from './store.ts';

const dayMs = 24 * 60 * 60_000;

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
