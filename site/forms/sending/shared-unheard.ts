import { browserEnvironment } from './environment.ts';
import { createUnheard, type Unheard } from './unheard.ts';

let shared: Unheard | undefined;

/** The one of this page, at work since it was first asked for until the page ends. */
export function sharedUnheard(): Unheard {
  if (!shared) {
    shared = createUnheard(browserEnvironment());
    shared.start();
  }
  return shared;
}
