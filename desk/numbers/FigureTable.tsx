import { Link } from 'wouter';
import { type FigureColumn, figureTablesOf, isShort, valueText } from '#contract/desk/figure-tables.ts';
import { figureTables, type FigureTable as TableName } from '#contract/desk/figures.ts';
import type { Figures } from '#contract/desk/figures-endpoints.ts';
import { requestAddress } from '../app/paths.ts';

interface FigureTableProps {
  figures: Figures;
  name: TableName;
  /** Shows only the most used columns of totals. */
  short?: boolean;
  /** Draws the count of this column as a bar in its row. */
  barOf?: string;
}

const isNumber = ({ kind }: FigureColumn): boolean => !['text', 'day', 'moment'].includes(kind);

/** One of the tables of the figures. On a phone each row becomes a block with the names of its values. */
export function FigureTable({ figures, name, short = false, barOf }: FigureTableProps) {
  const { columns, rows } = figureTablesOf[name](figures);
  const shown = columns.map((column, at) => ({ column, at })).filter(({ column, at }) => !short || isShort(column, at));
  const bar = columns.findIndex((column) => column.name === barOf);
  const most = Math.max(1, ...rows.map(({ values }) => Number(values[bar] ?? 0)));
  return (
    <table className={`numbers-table${barOf ? ' has-bars' : ''}`}>
      <caption className="visually-hidden">{figureTables[name]}</caption>
      <thead>
        <tr>
          {shown.map(({ column }) => (
            <th key={column.name} scope="col" className={isNumber(column) ? 'is-number' : undefined}>
              {column.label}
            </th>
          ))}
          {barOf && (
            <td aria-hidden="true" className="bar-cell">
              &nbsp;
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, values }) => (
          <tr key={key}>
            {shown.map(({ column, at }, index) => {
              const text = valueText(column.kind, values[at] ?? null, figures.zone);
              const isBad = column.name === 'missed' && Number(values[at]) > 0;
              if (index === 0)
                return (
                  <th key={column.name} scope="row">
                    {name === 'missed' ? <Link href={requestAddress(key)}>{text}</Link> : text}
                  </th>
                );
              return (
                <td
                  key={column.name}
                  data-label={column.label}
                  className={`${isNumber(column) ? 'is-number' : ''}${isBad ? ' is-bad' : ''}`}
                >
                  {text}
                </td>
              );
            })}
            {barOf && (
              <td aria-hidden="true" className="bar-cell">
                <svg width="100%" height="14" preserveAspectRatio="none" viewBox="0 0 100 14" aria-hidden="true">
                  <rect width={(100 * Number(values[bar] ?? 0)) / most} height="14" className="count-bar" />
                </svg>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
