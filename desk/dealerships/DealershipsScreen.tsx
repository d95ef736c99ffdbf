import '../board/board.css';
import './dealerships.css';
import { useDeferredValue, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { dealershipFilters, dealershipLimits } from '#contract/desk/dealerships.ts';
import { paths } from '../app/paths.ts';
import { optionsOf } from '../lib/options.ts';
import { retryPage, useRows } from '../lib/read-pages.ts';
import { useMay } from '../lib/session.ts';
import { useList } from '../lib/use-list.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { Choices } from '../ui/Choices.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { ExportButton } from '../ui/ExportButton.tsx';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { AddForm } from './AddForm.tsx';
import { AllCodes } from './AllCodes.tsx';
import { DealershipPane } from './DealershipPane.tsx';
import { noneText, Row } from './DealershipRow.tsx';
import { removeEverySample, useDealerships } from './dealerships.ts';
import { queryOf, readFilters } from './filters.ts';

const place = { list: paths.dealerships, record: paths.dealership, readFilters, queryOf } as const;

/** Dealerships: the list, the open record, and adding one by hand. */
export function DealershipsScreen() {
  const { filters, change, search, clear, selected, listPath, pathOf, open, leave } = useList(place);
  const asked = useDeferredValue(filters);
  const read = useDealerships(asked);
  const [adding, setAdding] = useState(false);
  const [said, say] = useSaid();
  const mayManage = useMay('manageDealerships');
  const mayIssue = useMay('issueCodes');
  const { rows, areAll } = useRows(read, 'rows', 'id');
  const samples = read.data?.at(-1)?.samples ?? 0;
  useListKeys({ ids: rows.map(({ id }) => id), selected, onLeave: leave, onEnd: () => retryPage(read) });
  const removeAll = async () => {
    const why = await removeEverySample();
    say(why === undefined ? 'go' : 'stop', why ?? 'The samples are removed.');
  };
  return (
    <>
      <ListScreen
        title="Dealerships"
        className="dealers"
        search={{ label: 'Search dealerships', maxLength: dealershipLimits.search, ...search }}
        action={
          <>
            {mayIssue && <AllCodes />}
            {mayManage && <Button onClick={() => setAdding(true)}>Add</Button>}
          </>
        }
        record={selected !== undefined && <DealershipPane key={selected} id={selected} backTo={listPath} />}
      >
        <div className="choices-row">
          <Choices
            legend="Show"
            options={optionsOf(dealershipFilters)}
            chosen={filters.filter}
            onChoose={(filter) => change({ ...filters, filter })}
          />
        </div>
        <Said said={said} />
        {mayManage && filters.filter === 'samples' && samples > 0 && (
          <div className="dealer-samples">
            <Confirm
              question={`Remove ${samples === 1 ? 'the sample' : `all ${samples} samples`}? Their codes end; their requests stay.`}
              confirmLabel="Remove the samples"
              cancelLabel="Keep"
              onConfirm={() => removeAll()}
            >
              Remove all samples
            </Confirm>
          </div>
        )}
        <Loaded read={read} what="the dealerships">
          {() => (
            <RowList rows={rows} Row={Row} selected={selected} none={noneText(asked)} pathOf={pathOf} onClear={clear} />
          )}
        </Loaded>
        <ShowMore pages={read} areAllDrawn={areAll} />
        {rows.length > 0 && <ExportButton kind="dealerships" filter={queryOf(filters)} />}
      </ListScreen>
      {mayManage && (
        <NoteDialog open={adding} title="Add a dealership" onClose={() => setAdding(false)}>
          {adding && (
            <AddForm
              onDone={({ id }) => {
                setAdding(false);
                open(id);
              }}
            />
          )}
        </NoteDialog>
      )}
    </>
  );
}
