/**
 * The fault tests of `npm test`: what an acknowledged lead rests on, and what takes a few seconds. The others kill and
 * restart many servers, or wait for times that pass, and are run by `npm run test:faults` (docs/decisions/0073).
 */
export const quickFaults = ['kill', 'replicas', 'contents', 'database-away', 'locked-database', 'desk-build'].map(
  (name) => `tests/faults/${name}.test.ts`,
);
