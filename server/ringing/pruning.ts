import type { Prunable } from '#server/pruning.ts';
import { dayMs } from '#server/times.ts';
import { deleteEndedRings } from './store.ts';

/** How long a ring is kept after its end. */
export const ringsKeptForDays = 90;

/** No figure counts rings: they are kept for a question about a night. Whom each reached is deleted with it. */
export const prunableRings: Prunable = {
  name: 'rings',
  keptForMs: ringsKeptForDays * dayMs,
  deleteBefore: deleteEndedRings,
};
