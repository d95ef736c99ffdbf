/** What the list of dealerships shows, as its address says it, so that Back and a bookmark find it again. Pure. */
import { type DealershipFilter, dealershipFilterNames } from '#contract/desk/dealerships.ts';

export interface DealershipFilters {
  readonly filter: DealershipFilter;
  readonly search: string;
}

/** The filters of an address. What it does not know is left out. */
export const readFilters = (params: URLSearchParams): DealershipFilters => ({
  filter: dealershipFilterNames.find((name) => name === params.get('filter')) ?? 'active',
  search: params.get('search') ?? '',
});

/** The filters as the server and the address take them: only those that are set. */
export function queryOf({ filter, search }: DealershipFilters): { filter?: DealershipFilter; search?: string } {
  return { ...(filter !== 'active' && { filter }), ...(search.trim() !== '' && { search: search.trim() }) };
}

/** The address of the filters: `?filter=closed`, empty for the active ones. */
export function addressOf(filters: DealershipFilters): string {
  const params = new URLSearchParams(queryOf(filters)).toString();
  return params && `?${params}`;
}
