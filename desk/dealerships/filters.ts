/** The filters of the list of dealerships, and how they stand in the address. */
import { dealershipFilterNames } from '#contract/desk/dealerships.ts';
import { oneOf } from '../lib/options.ts';
import { searchIn, setOnly } from '../lib/use-list.ts';

/** The filters of an address. An unknown value counts as not set. */
export const readFilters = (params: URLSearchParams) => ({
  filter: oneOf(dealershipFilterNames, params.get('filter')) ?? 'active',
  search: searchIn(params),
});
export type DealershipFilters = ReturnType<typeof readFilters>;

/** The filters as the address and the server take them: only those that are set. */
export const queryOf = ({ filter, search }: DealershipFilters) =>
  setOnly({ filter: filter !== 'active' && filter, search });
