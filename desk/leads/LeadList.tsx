import { memo } from 'react';
import type { LeadRow } from '#contract/desk/lead-schemas.ts';
import { isOpenStatus, leadStatuses } from '#contract/desk/leads.ts';
import { NoRows } from '../ui/NoRows.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { detailOf, dueText, formNames, isLate, whenText } from './words.ts';

interface RowProps {
  row: LeadRow;
  due: string;
  late: boolean;
  selected: boolean;
  path: string;
  /** The beginning of this quarter of an hour. */
  quarterMs: number;
}

/** A row is drawn again only when one of its props changes. `pathOf` is not among them: the row gets the path as text. */
const Row = memo(function Row({ row, due, late, selected, path, quarterMs }: RowProps) {
  const { id, name, status, ownerName, mine, form, isPromise } = row;
  const isOpen = isOpenStatus(status);
  const detail = detailOf(row);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a `li` in a chunk, which is no list, would be no item of one
    <div
      role="listitem"
      className="row"
      data-tone={late ? 'late' : undefined}
      data-mine={mine || undefined}
      data-closed={!isOpen || undefined}
    >
      <RowLink id={id} path={path} selected={selected}>
        <span
          className="row-age"
          title={`${isPromise ? 'Promised by' : 'Follow up'} ${whenText(row.dueAt, quarterMs)}`}
        >
          {due}
        </span>
        <span className="row-dealer">
          <strong>{name || 'No name'}</strong>
          {detail && <span className="row-local">{detail}</span>}
        </span>
        <span className="row-form">{formNames[form]}</span>
        <span className="row-standing">
          {leadStatuses[status]}
          {ownerName !== null && (
            <>
              , <span className="row-holder">{mine ? 'you' : ownerName}</span>
            </>
          )}
        </span>
      </RowLink>
    </div>
  );
});

interface Group {
  readonly name: 'late' | 'due' | 'closed';
  readonly title: string;
  readonly rows: readonly LeadRow[];
}

/** The groups of the list, in the order in which it is sorted. Groups without a row are left out. */
export function groupsOf(rows: readonly LeadRow[], nowMs: number): Group[] {
  const groups: Group[] = [
    { name: 'late', title: 'Late', rows: rows.filter((row) => isLate(row, nowMs)) },
    { name: 'due', title: 'Due later', rows: rows.filter((row) => isOpenStatus(row.status) && !isLate(row, nowMs)) },
    { name: 'closed', title: 'Closed', rows: rows.filter(({ status }) => !isOpenStatus(status)) },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

const chunkRows = 10;

/** Rows in chunks. The browser lays out only the full chunks that are in sight (`content-visibility`), however long the list is. */
const chunksOf = (rows: readonly LeadRow[]): { readonly number: number; readonly chunk: readonly LeadRow[] }[] =>
  Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, number) => ({
    number,
    chunk: rows.slice(number * chunkRows, (number + 1) * chunkRows),
  }));

/** `selected`: the open lead, when it is one of `rows`. */
interface ChunkProps extends Pick<LeadListProps, 'rows' | 'selected' | 'nowMs' | 'pathOf'> {
  late: boolean;
}

/** In every zone a year begins with a quarter of an hour, so within one the text of a moment stays the same. */
const quarterHourMs = 15 * 60_000;

/** Writing the times of hundreds of rows takes long on a phone, so a chunk is drawn again only when one of its props changes. */
const Chunk = memo(
  function Chunk({ rows, late, selected, nowMs, pathOf }: ChunkProps) {
    return (
      <div role="none" className={rows.length === chunkRows ? 'lead-chunk' : undefined}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            due={dueText(row, nowMs)}
            late={late}
            selected={row.id === selected}
            path={pathOf(row.id)}
            quarterMs={Math.floor(nowMs / quarterHourMs) * quarterHourMs}
          />
        ))}
      </div>
    );
  },
  (before, now) =>
    before.late === now.late &&
    before.selected === now.selected &&
    before.nowMs === now.nowMs &&
    before.pathOf === now.pathOf &&
    before.rows.length === now.rows.length &&
    before.rows.every((row, at) => row === now.rows[at]),
);

interface LeadListProps {
  rows: readonly LeadRow[];
  /** Whether `rows` is the whole list. Only then does a group show its count. */
  isWhole: boolean;
  /** The open lead. */
  selected: string | undefined;
  nowMs: number;
  isFiltered: boolean;
  onClear?: (() => void) | undefined;
  pathOf: (id: string) => string;
}

/** The leads in three groups: late, due later, closed. */
export function LeadList({ rows, isWhole, selected, nowMs, isFiltered, onClear, pathOf }: LeadListProps) {
  const groups = groupsOf(rows, nowMs);
  const none = isFiltered
    ? 'No leads match.'
    : 'No lead is open. A new inquiry or intake appears here within a second.';
  return (
    <>
      <NoRows onClear={onClear}>{groups.length === 0 && none}</NoRows>
      {groups.map(({ name, title, rows: ofGroup }) => (
        <section key={name} className="group" data-group={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            {title} {isWhole && <span className="part-count">{ofGroup.length}</span>}
          </h2>
          {/* biome-ignore lint/a11y/useSemanticElements: one list for screen readers, although its chunks stand between it and its rows */}
          <div role="list" aria-labelledby={`group-${name}`}>
            {chunksOf(ofGroup).map(({ number, chunk }) => (
              <Chunk
                key={number}
                rows={chunk}
                late={name === 'late'}
                selected={chunk.some(({ id }) => id === selected) ? selected : undefined}
                nowMs={nowMs}
                pathOf={pathOf}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}
