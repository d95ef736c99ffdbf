/** Finds the unit and component tests of which `npm test` leaves a part to the long run (docs/decisions/0148, 0200). */
import { globSync, readFileSync } from 'node:fs';

/** The only functions by which a file declares tests for each database or plays rounds of a race. */
const leavesSomething =
  /\b(?:eachEngine\(|eachEngineRounds\(|eachEngineWithRaces\(|roundsOf\(|playRounds\(|watchOrder\()/;

const filesThatCall = (call: RegExp, patterns: readonly string[]): string[] =>
  globSync([...patterns]).filter((file) => call.test(readFileSync(file, 'utf8')));

/** The files of unit tests among those that match `patterns` of which `npm test` runs only a part. */
export const filesWithRest = (patterns: readonly string[]): string[] => filesThatCall(leavesSomething, patterns);

/** The functions by which a component test is left out, or looks at a screen at one width instead of two. */
const looksAtLess = /\b(?:inLongRun|expectFits)\(/;

/** The files of component tests among those that match `patterns` of which `npm test` runs only a part. */
export const filesWithLongPart = (patterns: readonly string[]): string[] => filesThatCall(looksAtLess, patterns);
