import { useState } from 'react';
import { type FigureTable, figureTables } from '#contract/desk/figures.ts';
import type { FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { optionsOf } from '../lib/options.ts';
import { useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { FilterSelect } from '../ui/filter-fields.tsx';

/** Exports one of the tables, for the query in the address. */
export function ExportTable({ query }: { query: FiguresQuery }) {
  const may = useMay('export');
  const [table, setTable] = useState<FigureTable>('time');
  if (!may) return null;
  return (
    <>
      <FilterSelect
        label="Table to export"
        hideLabel
        value={table}
        onChange={setTable}
        options={optionsOf(figureTables)}
      />
      <ExportButton kind="figures" filter={{ ...query, table }} />
    </>
  );
}
