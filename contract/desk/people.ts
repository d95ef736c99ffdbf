/** What the list of people and its export share, without a schema library. The endpoints are in `people-endpoints.ts`. */
import { longestSearch } from './search.ts';
import { finderOf } from './search-text.ts';

/** In UTF-16 units, as `maxlength` counts. */
export const peopleLimits = { name: 100, search: longestSearch } as const;

interface Reached {
  readonly name: string;
  readonly mail: string | null;
  readonly phone: string | null;
}

/**
 * Makes a function that says whether a person is found by what was typed: by the name, the mail address or the telephone number, which
 * is found from its area code on as well.
 */
export function personFinder(typed: string): (person: Reached) => boolean {
  const finds = finderOf(typed);
  return ({ name, mail, phone }) => finds([name, mail, phone, phone?.replace(/^\+1/, '')].join('\n'));
}
