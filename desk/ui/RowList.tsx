import type { ComponentType } from 'react';
import { NoRows } from './NoRows.tsx';

/** What a row of a list gets. Its path is a text, so that the row is drawn again only when one of these changes (`memo`). */
export interface RowProps<Row> {
  row: Row;
  selected: boolean;
  path: string;
}

interface RowListProps<Row> {
  rows: readonly Row[];
  Row: ComponentType<RowProps<Row>>;
  /** The id of the open record. */
  selected: string | undefined;
  /** Why the list is empty. */
  none: string;
  pathOf: (id: string) => string;
  onClear?: (() => void) | undefined;
}

/** The rows of a list whose records are opened beside it. */
export const RowList = <Row extends { readonly id: string }>(props: RowListProps<Row>) => (
  <>
    <NoRows onClear={props.onClear}>{props.rows.length === 0 && props.none}</NoRows>
    {props.rows.length > 0 && (
      <ul>
        {props.rows.map((row) => (
          <props.Row key={row.id} row={row} selected={row.id === props.selected} path={props.pathOf(row.id)} />
        ))}
      </ul>
    )}
  </>
);
