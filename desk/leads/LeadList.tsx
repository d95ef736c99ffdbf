import { memo } from 'react';
import type { LeadRow } from '#contract/desk/lead-schemas.ts';
import { isOpenStatus, leadStatuses } from '#contract/desk/leads.ts';
import { RowLink } from '../ui/RowLink.tsx';
import { detailOf, dueText, formNames, isLate, whenText } from './words.ts';

interface RowProps {
  row: LeadRow;
  due: string;
  /** The due time in full. */
  when: string;
  late: boolean;
  selected: boolean;
  path: string;
}

/** A row is drawn again only when one of its props changes. `pathOf` is not among them: the row gets the path as text. */
const Row = memo(
  function Row({ row, due, when, late, selected, path }: RowProps) {
    const { id, name, status, ownerName, mine, form, isPromise } = row;
    const isOpen = isOpenStatus(status);
    const detail = detailOf(row);
    return (
      <li
        className="row"
        data-tone={late ? 'late' : undefined}
        data-mine={mine || undefined}
        data-closed={!isOpen || undefined}
      >
        <RowLink id={id} path={path} selected={selected}>
          <span className="row-age" title={`${isPromise ? 'Promised by' : 'Follow up'} ${when}`}>
            {due}
          </span>
          <span className="row-dealer">
            <strong>{name || 'No name'}</strong>
            {detail && <span className="row-local">{detail}</span>}
          </span>
          <span className="row-form">{formNames[form]}</span>
          <span className="row-standing">
            {leadStatuses[status]}
            {ownerName !== null && <span className="row-holder">, {mine ? 'you' : ownerName}</span>}
          </span>
        </RowLink>
      </li>
    );
  },
  (before, now) =>
    before.row === now.row &&
    before.due === now.due &&
    before.when === now.when &&
    before.late === now.late &&
    before.selected === now.selected &&
    before.path === now.path,
);

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

const chunkRows = 50;

/** Rows in chunks. The browser lays out only the full chunks that are in sight (`content-visibility`), however long the list is. */
const chunksOf = (rows: readonly LeadRow[]): (readonly LeadRow[])[] =>
  Array.from({ length: Math.ceil(rows.length / chunkRows) }, (_, at) =>
    rows.slice(at * chunkRows, (at + 1) * chunkRows),
  );

interface LeadListProps {
  rows: readonly LeadRow[];
  /** Whether `rows` is the whole list. Only then does a group show its count. */
  isWhole: boolean;
  /** The open lead. */
  selected: string | undefined;
  nowMs: number;
  isFiltered: boolean;
  pathOf: (id: string) => string;
}

/** The leads in three groups: late, due later, closed. */
export function LeadList({ rows, isWhole, selected, nowMs, isFiltered, pathOf }: LeadListProps) {
  const groups = groupsOf(rows, nowMs);
  if (groups.length === 0) {
    return (
      <p className="board-none">
        {isFiltered
          ? 'No lead is like that.'
          : 'No lead is open. A new inquiry or intake appears here within a second.'}
      </p>
    );
  }
  return (
    <>
      {groups.map(({ name, title, rows: ofGroup }) => (
        <section key={name} className="group" data-group={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            {title} {isWhole && <span className="part-count">{ofGroup.length}</span>}
          </h2>
          {chunksOf(ofGroup).map((chunk) => (
            <ul key={chunk[0]?.id} className={chunk.length === chunkRows ? 'lead-chunk' : undefined}>
              {chunk.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  due={dueText(row, nowMs)}
                  when={whenText(row.dueAt, nowMs)}
                  late={name === 'late'}
                  selected={row.id === selected}
                  path={pathOf(row.id)}
                />
              ))}
            </ul>
          ))}
        </section>
      ))}
    </>
  );
}
