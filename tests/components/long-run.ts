import { inject } from 'vitest';

/** What the configuration tells component tests. */
export interface Provided {
  /** Whether this is `npm test`, which leaves a part of the component tests to the long run. */
  readonly quick: boolean;
}

declare module 'vitest' {
  interface ProvidedContext extends Provided {}
}

/**
 * Declares tests of a circumstance that `npm test` leaves to the long run (docs/decisions/0200): an answer that is late or lost,
 * somebody else's change meanwhile, a press that comes at a wrong moment. The long run runs the whole file.
 */
export function inLongRun(declare: () => void): void {
  if (!inject('quick')) declare();
}
