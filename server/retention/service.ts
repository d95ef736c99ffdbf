/** The nightly sweep, which deletes expired records, and the legal holds that stop it. */
export { createHolds } from './holds.ts';
export { holdPerson } from './person.ts';
export { endedHoldKind, type Hold } from './store.ts';
export { carriedOverHolds } from './store-carry-over.ts';
export { believesClock, createSweeps, lastSweepAt, mostCounted } from './sweep.ts';
