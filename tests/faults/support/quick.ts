/**
 * The fault tests of `npm test`: what an acknowledged lead rests on, and what takes a few seconds. The others kill and
 * restart many servers, build copies of the project, or wait for times that pass, and are run by `npm run test:faults`
 * (docs/decisions/0098).
 */
export const quickFaults = ['kill', 'replicas', 'contents', 'locked-database'].map(
  (name) => `tests/faults/${name}.test.ts`,
);
