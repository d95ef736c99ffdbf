/** What the list of leads shows, as its address says it, so that Back and a bookmark find it again. Pure. */
import { type LeadStatusFilter, leadStatuses, leadStatusFilters } from '#contract/desk/leads.ts';

export interface LeadFilters {
  readonly status: LeadStatusFilter;
  readonly form: 'inquiry' | 'intake' | undefined;
  readonly mine: boolean;
  readonly late: boolean;
  readonly flagged: boolean;
  readonly search: string;
}

export const statusFilterTexts: Readonly<Record<LeadStatusFilter, string>> = {
  open: 'Open',
  all: 'All',
  ...leadStatuses,
};

const ticks = ['mine', 'late', 'flagged'] as const;

/** The filters of an address. What it does not know is left out. */
export function readFilters(params: URLSearchParams): LeadFilters {
  const form = params.get('form');
  return {
    status: leadStatusFilters.find((status) => status === params.get('status')) ?? 'open',
    form: form === 'inquiry' || form === 'intake' ? form : undefined,
    mine: params.get('mine') === 'yes',
    late: params.get('late') === 'yes',
    flagged: params.get('flagged') === 'yes',
    search: params.get('search') ?? '',
  };
}

/** The filters as the server and the address take them: only those that are set. */
export function queryOf({ status, form, search, ...rest }: LeadFilters) {
  return {
    ...(status !== 'open' && { status }),
    ...(form !== undefined && { form }),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...Object.fromEntries(ticks.filter((name) => rest[name]).map((name) => [name, 'yes' as const])),
  } as {
    status?: LeadStatusFilter;
    form?: 'inquiry' | 'intake';
    mine?: 'yes';
    late?: 'yes';
    flagged?: 'yes';
    search?: string;
  };
}

/** Whether anything is left out of the open leads. */
export const isFiltered = (filters: LeadFilters): boolean => Object.keys(queryOf(filters)).length > 0;

/** The address of the filters: `?status=all&mine=yes`, empty for the open leads. */
export function addressOf(filters: LeadFilters): string {
  const params = new URLSearchParams(queryOf(filters)).toString();
  return params && `?${params}`;
}
