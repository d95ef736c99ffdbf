import '../queue/queue.css';
import './leads.css';
import { useDeferredValue } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { useNow } from '#client/lib/clock.ts';
import { leadLimits } from '#contract/desk/leads.ts';
import { deskPath } from '#contract/desk/session.ts';
import { leadAddress, paths } from '../app/paths.ts';
import { deskClock } from '../lib/session.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { useTabName } from '../lib/use-tab.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Filters } from './Filters.tsx';
import { addressOf, isFiltered, type LeadFilters, queryOf, readFilters } from './filters.ts';
import { LeadList } from './LeadList.tsx';
import { LeadPane } from './LeadPane.tsx';
import { useLeads } from './leads.ts';

/** Inquiries and intakes: the list, and beside it the open lead. On a phone the lead takes the list's place. */
export function LeadsScreen() {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const leads = useLeads(useDeferredValue(filters));
  const [isOpen, route] = useRoute(paths.lead);
  const selected = isOpen ? route.id : undefined;
  const [, go] = useLocation();
  const nowMs = useNow(deskClock, true, 30_000);
  const rows = leads.data?.rows ?? [];
  useTabName('Leads');
  const pathOf = (id: string) => `${leadAddress(id)}${addressOf(filters)}`;
  const listPath = `${paths.leads}${addressOf(filters)}`;
  useListKeys({ ids: rows.map(({ id }) => id), selected, onLeave: () => go(listPath) });
  const show = (next: LeadFilters) =>
    go(`${selected === undefined ? paths.leads : leadAddress(selected)}${addressOf(next)}`, {
      // Each letter of a search is no step of its own for Back.
      replace: next.search !== filters.search && filters.search !== '',
    });
  return (
    <div className="board leads" data-open={selected !== undefined || undefined}>
      <div className="board-list">
        <h1 className="visually-hidden" tabIndex={-1}>
          Leads
        </h1>
        <div className="board-head">
          <input
            type="search"
            data-search=""
            className="control"
            aria-label="Search leads"
            placeholder="Search leads"
            maxLength={leadLimits.search}
            value={filters.search}
            onChange={(event) => show({ ...filters, search: event.currentTarget.value })}
          />
          <span className="key" aria-hidden="true">
            /
          </span>
        </div>
        <Filters filters={filters} onChange={show} />
        <Loaded read={leads} what="the leads">
          {(list) => (
            <LeadList
              rows={list.rows}
              selected={selected}
              nowMs={nowMs}
              isFiltered={isFiltered(filters)}
              hrefOf={(id) => `${deskPath}${pathOf(id)}`}
              onOpen={(id) => go(pathOf(id))}
              more={
                list.cursor === null
                  ? undefined
                  : { load: () => void leads.fetchNextPage(), isLoading: leads.isFetchingNextPage }
              }
            />
          )}
        </Loaded>
        {rows.length > 0 && <ExportButton kind="leads" filter={queryOf(filters)} />}
      </div>
      {selected !== undefined && <LeadPane key={selected} id={selected} backTo={listPath} pathOf={pathOf} />}
    </div>
  );
}
