/** The nightly sweep, which deletes expired records, and the legal holds that stop it. */
export { createHolds, type Holdable, type HoldKind, type Holds } from './holds.ts';
export { holdPerson } from './person.ts';
export { type Counts, endedHoldKind, type Hold, type Sweep } from './store.ts';
export { takenOverHolds } from './store-taken-over.ts';
export { createSweeps, mostCounted, type SweepOutcome, type Sweeps, sweepTimes } from './sweep.ts';
