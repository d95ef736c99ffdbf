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

/** Whether a person is found by what was typed: by the name, the mail address or the telephone number. */
export const isFound = ({ name, mail, phone }: Reached, typed: string): boolean =>
  finderOf(typed)([name, mail, phone].join('\n'));
