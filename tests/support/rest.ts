/** The unit tests that `npm test` leaves to the long run (docs/decisions/0148). */
import { globSync, readFileSync } from 'node:fs';

/** A file declares tests for one database at a time, or plays rounds of a race, by these functions alone. */
const leavesSomething = /\b(?:eachEngine\(|eachEngineWithRaces\(|roundsOf\(|playRounds\(|watchOrder\()/;

/** Of the files that match `patterns`, those of which `npm test` runs a part alone. */
export const filesWithRest = (patterns: readonly string[]): string[] =>
  globSync([...patterns]).filter((file) => leavesSomething.test(readFileSync(file, 'utf8')));
