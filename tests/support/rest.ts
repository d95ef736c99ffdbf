/** Finds the unit tests of which `npm test` leaves a part to the long run (docs/decisions/0148). */
import { globSync, readFileSync } from 'node:fs';

/** The only functions by which a file declares tests for each database or plays rounds of a race. */
const leavesSomething =
  /\b(?:eachEngine\(|eachEngineRounds\(|eachEngineWithRaces\(|roundsOf\(|playRounds\(|watchOrder\()/;

/** The files among those that match `patterns` of which `npm test` runs only a part. */
export const filesWithRest = (patterns: readonly string[]): string[] =>
  globSync([...patterns]).filter((file) => leavesSomething.test(readFileSync(file, 'utf8')));
