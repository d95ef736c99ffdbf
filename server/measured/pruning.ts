import { figures as measuring } from '#brand/figures.ts';
import type { Prunable } from '#server/pruning.ts';
import { deleteOldSpans } from './store.ts';

const dayMs = 24 * 60 * 60_000;

/** How long the spans are kept. */
const spansKeptForDays = measuring.windowDays + 10;

/** What the window does not reach any more, with some days to spare for its time zone and for a clock that was wrong. */
export const prunableUpSpans: Prunable = {
  name: 'spans in which a server answered',
  keptForMs: spansKeptForDays * dayMs,
  deleteBefore: deleteOldSpans,
};
