import '../queue/queue.css';
import './dealerships.css';
import { useDeferredValue, useId, useState } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { Confirm } from '#client/ui/Confirm.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import {
  type DealershipFilter,
  dealershipFilterNames,
  dealershipFilters,
  dealershipLimits,
} from '#contract/desk/dealerships.ts';
import { deskPath } from '#contract/desk/session.ts';
import { dealershipAddress, paths } from '../app/paths.ts';
import { useMay } from '../lib/session.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { useTabName } from '../lib/use-tab.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { AddForm } from './AddForm.tsx';
import { DealershipList } from './DealershipList.tsx';
import { DealershipPane } from './DealershipPane.tsx';
import { removeEverySample, useDealerships } from './dealerships.ts';
import { addressOf, type DealershipFilters, queryOf, readFilters } from './filters.ts';

interface FiltersProps {
  filters: DealershipFilters;
  onChange: (filters: DealershipFilters) => void;
}

/** Which dealerships the list shows: one of six lists. */
function Filters({ filters, onChange }: FiltersProps) {
  const name = useId();
  return (
    <fieldset className="dealer-filters">
      <legend className="visually-hidden">Show</legend>
      {dealershipFilterNames.map((filter: DealershipFilter) => (
        <label key={filter} className="dealer-filter">
          <input
            type="radio"
            name={name}
            value={filter}
            checked={filters.filter === filter}
            onChange={() => onChange({ ...filters, filter })}
          />
          <span>{dealershipFilters[filter]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Dealerships: the list, and beside it the open record. On a phone the record takes the list's place. */
export function DealershipsScreen() {
  const [params] = useSearchParams();
  const filters = readFilters(params);
  const read = useDealerships(useDeferredValue(filters));
  const [isOpen, route] = useRoute(paths.dealership);
  const selected = isOpen ? route.id : undefined;
  const [, go] = useLocation();
  const [adding, setAdding] = useState(false);
  const [said, say] = useSaid();
  const mayManage = useMay('manageDealerships');
  const rows = read.data?.rows ?? [];
  useTabName('Dealerships');
  const pathOf = (id: string) => `${dealershipAddress(id)}${addressOf(filters)}`;
  const listPath = `${paths.dealerships}${addressOf(filters)}`;
  useListKeys({ ids: rows.map(({ id }) => id), selected, onLeave: () => go(listPath) });
  const show = (next: DealershipFilters) =>
    go(`${selected === undefined ? paths.dealerships : dealershipAddress(selected)}${addressOf(next)}`, {
      // Each letter of a search is no step of its own for Back.
      replace: next.search !== filters.search && filters.search !== '',
    });
  const removeAll = async () => {
    const why = await removeEverySample();
    say(why === undefined ? 'go' : 'stop', why ?? 'The samples are removed.');
  };
  return (
    <div className="board dealers" data-open={selected !== undefined || undefined}>
      <div className="board-list">
        <h1 className="visually-hidden" tabIndex={-1}>
          Dealerships
        </h1>
        <div className="board-head">
          <input
            type="search"
            data-search=""
            className="control"
            aria-label="Search dealerships"
            placeholder="Search dealerships"
            maxLength={dealershipLimits.search}
            value={filters.search}
            onChange={(event) => show({ ...filters, search: event.currentTarget.value })}
          />
          <span className="key" aria-hidden="true">
            /
          </span>
          {mayManage && <Button onClick={() => setAdding(true)}>Add</Button>}
        </div>
        <Filters filters={filters} onChange={show} />
        <Said said={said} />
        <Loaded read={read} what="the dealerships">
          {(page) => (
            <>
              {mayManage && filters.filter === 'samples' && page.samples > 0 && (
                <div className="dealer-samples">
                  <Confirm
                    question={`Remove ${page.samples === 1 ? 'the sample' : `all ${page.samples} samples`}? Their codes end; their requests stay.`}
                    confirmLabel="Remove the samples"
                    cancelLabel="Keep"
                    onConfirm={() => void removeAll()}
                  >
                    Remove all samples
                  </Confirm>
                </div>
              )}
              <DealershipList
                rows={page.rows}
                selected={selected}
                filters={filters}
                hrefOf={(id) => `${deskPath}${pathOf(id)}`}
                onOpen={(id) => go(pathOf(id))}
                more={
                  page.cursor === null
                    ? undefined
                    : { load: () => void read.fetchNextPage(), isLoading: read.isFetchingNextPage }
                }
              />
            </>
          )}
        </Loaded>
        {rows.length > 0 && <ExportButton kind="dealerships" filter={queryOf(filters)} />}
      </div>
      {selected !== undefined && <DealershipPane key={selected} id={selected} backTo={listPath} />}
      {mayManage && (
        <Dialog
          open={adding}
          title="Add a dealership"
          closeLabel="Close"
          size="note"
          material="night"
          onClose={() => setAdding(false)}
        >
          <div className="dialog-part">
            {adding && (
              <AddForm
                onDone={(record) => {
                  setAdding(false);
                  go(pathOf(record.id));
                }}
              />
            )}
          </div>
        </Dialog>
      )}
    </div>
  );
}
