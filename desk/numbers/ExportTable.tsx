import { useState } from 'react';
import { type FigureTable, figureTableNames, figureTables } from '#contract/desk/figures.ts';
import type { FiguresQuery } from '#contract/desk/figures-endpoints.ts';
import { useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/ExportButton.tsx';

/** Exports one of the tables, of what the address asks for. */
export function ExportTable({ query }: { query: FiguresQuery }) {
  const may = useMay('export');
  const [table, setTable] = useState<FigureTable>('time');
  if (!may) return null;
  return (
    <>
      <label className="numbers-choice numbers-export">
        <span className="visually-hidden">Table to export</span>
        <select value={table} onChange={({ currentTarget: { value } }) => setTable(value as FigureTable)}>
          {figureTableNames.map((name) => (
            <option key={name} value={name}>
              {figureTables[name]}
            </option>
          ))}
        </select>
      </label>
      <ExportButton kind="figures" filter={{ ...query, table }} />
    </>
  );
}
