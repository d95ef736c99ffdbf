import '../board/board.css';
import './leads.css';
import { useDeferredValue } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { leadLimits } from '#contract/desk/leads.ts';
import { paths } from '../app/paths.ts';
import { retryPage, useRows } from '../lib/read-pages.ts';
import { deskClock } from '../lib/session.ts';
import { useList } from '../lib/use-list.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Filters } from './Filters.tsx';
import { isFiltered, queryOf, readFilters } from './filters.ts';
import { LeadList } from './LeadList.tsx';
import { LeadPane } from './LeadPane.tsx';
import { useLeads } from './leads.ts';

const place = { list: paths.leads, record: paths.lead, readFilters, queryOf } as const;

/** Inquiries and intakes. */
export function LeadsScreen() {
  const { filters, change, search, clear, selected, listPath, pathOf, leave } = useList(place);
  const asked = useDeferredValue(filters);
  const leads = useLeads(asked);
  const nowMs = useNow(deskClock, true, 30_000);
  const { rows, areAll } = useRows(leads, 'rows', 'id');
  useListKeys({ ids: rows.map(({ id }) => id), selected, onLeave: leave, onEnd: () => retryPage(leads) });
  return (
    <ListScreen
      title="Leads"
      className="leads"
      search={{ label: 'Search leads', maxLength: leadLimits.search, ...search }}
      record={selected !== undefined && <LeadPane key={selected} id={selected} backTo={listPath} pathOf={pathOf} />}
    >
      <Filters filters={filters} onChange={change} />
      <Loaded read={leads} what="the leads">
        {() => (
          <LeadList
            rows={rows}
            isWhole={areAll && !leads.hasNextPage}
            selected={selected}
            nowMs={nowMs}
            isFiltered={isFiltered(asked)}
            onClear={clear}
            pathOf={pathOf}
          />
        )}
      </Loaded>
      <ShowMore pages={leads} areAllDrawn={areAll} />
      {rows.length > 0 && <ExportButton kind="leads" filter={queryOf(filters)} />}
    </ListScreen>
  );
}
