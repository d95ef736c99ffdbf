import { figures as measuring } from '#brand/figures.ts';
import type { Prunable } from '#server/pruning.ts';
import { dayMs } from '#server/times.ts';
import { deleteOldSpans } from './store.ts';

/** How many days the spans are kept. */
const spansKeptForDays = measuring.windowDays + 10;

/** Spans that are older than the window, with some days to spare for time zones and wrong clocks. */
export const prunableUpSpans: Prunable = {
  name: 'spans in which a server answered',
  keptForMs: spansKeptForDays * dayMs,
  deleteBefore: deleteOldSpans,
};
