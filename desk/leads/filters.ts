/** The filters of the list of leads, and how they stand in the address. */
import { type LeadStatusFilter, leadStatuses, leadStatusFilters } from '#contract/desk/leads.ts';
import { oneOf } from '../lib/options.ts';
import { searchIn, setOnly } from '../lib/use-list.ts';

export const statusFilterTexts: Readonly<Record<LeadStatusFilter, string>> = {
  open: 'Open',
  all: 'All',
  ...leadStatuses,
};

/** The filters of an address. An unknown value counts as not set. */
export const readFilters = (params: URLSearchParams) => ({
  status: oneOf(leadStatusFilters, params.get('status')) ?? 'open',
  form: oneOf(['inquiry', 'intake'], params.get('form')),
  mine: params.get('mine') === 'yes',
  late: params.get('late') === 'yes',
  flagged: params.get('flagged') === 'yes',
  search: searchIn(params),
});
export type LeadFilters = ReturnType<typeof readFilters>;

/** The filters as the address and the server take them: only those that are set. */
export const queryOf = ({ status, form, mine, late, flagged, search }: LeadFilters) =>
  setOnly({
    status: status !== 'open' && status,
    form,
    mine: mine && 'yes',
    late: late && 'yes',
    flagged: flagged && 'yes',
    search,
  });

/** Whether any filter or search differs from the default, which shows all open leads. */
export const isFiltered = (filters: LeadFilters): boolean => Object.keys(queryOf(filters)).length > 0;
