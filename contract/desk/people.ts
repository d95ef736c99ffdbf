/** What the list of people and its export share, without a schema library. The endpoints are in `people-endpoints.ts`. */
import { longestSearch } from './search.ts';

/** In UTF-16 units, as `maxlength` counts. */
export const peopleLimits = { name: 100, search: longestSearch } as const;

interface Reached {
  readonly name: string;
  readonly mail: string | null;
  readonly phone: string | null;
}

/** Whether a person matches what was typed: a part of the name, the mail address or the telephone number. */
export function isFound({ name, mail, phone }: Reached, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return [name, mail ?? '', phone ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
