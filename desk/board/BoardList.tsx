import { lazy, type ReactNode } from 'react';
import type { Board, BoardRow } from '#contract/desk/board-schemas.ts';
import { isLate } from '#contract/request-state.ts';
import { ageText } from '../lib/ages.ts';
import { currentPersonId } from '../lib/session.ts';
import { dayIn, deskZone, timeIn, zonedTimeIn, zoneName } from '../lib/times.ts';
import { Later } from '../ui/Boundary.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { type BoardGroup, holderOf, spokenAge, standingOf } from './board-rows.ts';
import { isReachable, presenceText } from './presence.ts';

const ComingHours = lazy(async () => ({ default: (await import('./ComingHours.tsx')).ComingHours }));

interface BoardListProps {
  groups: readonly BoardGroup[];
  board: Board;
  selected: string | undefined;
  nowMs: number;
  pathOf: (id: string) => string;
}

const toneOf = (row: BoardRow, nowMs: number): string | undefined => {
  if (row.endedAt !== null) return undefined;
  if (row.acceptedAt === null) return 'waiting';
  return isLate(row, nowMs) ? 'late' : undefined;
};

function Row({ row, selected, nowMs, path }: { row: BoardRow; selected: boolean; nowMs: number; path: string }) {
  const { id, dealershipName, dealershipZone, isZoneKnown, endedAt, acceptedAt, mine } = row;
  const day = endedAt !== null && dayIn(deskZone, endedAt);
  const age = nowMs - Date.parse(row.countsSince ?? row.acceptedAt ?? row.askedAt);
  return (
    <li className="row" data-tone={toneOf(row, nowMs)} data-mine={mine || undefined}>
      <RowLink id={id} path={path} selected={selected}>
        <span className="row-age">
          {endedAt === null ? (
            <>
              <span aria-hidden="true">{ageText(age)}</span>
              <span className="visually-hidden">
                {acceptedAt === null ? 'waiting' : 'for'} {spokenAge(age)}
              </span>
            </>
          ) : (
            <time dateTime={endedAt}>
              {timeIn(deskZone, endedAt)}
              {day !== dayIn(deskZone, nowMs) && <span className="row-local">{day}</span>}
            </time>
          )}
        </span>
        <span className="row-dealer">
          <strong>{dealershipName}</strong>
          {endedAt === null && acceptedAt === null && isZoneKnown !== false && (
            <span className="row-local">{zonedTimeIn(dealershipZone, nowMs)} there</span>
          )}
        </span>
        <span className="row-standing">{standingOf(row, nowMs, currentPersonId())}</span>
        <span className="row-holder">{holderOf(row)}</span>
      </RowLink>
    </li>
  );
}

function Coverage({ people, children }: { people: Board['people']; children: ReactNode }) {
  const shown = people.filter(({ presence, onShift }) => presence !== null || onShift);
  return (
    <section className="coverage" aria-labelledby="coverage">
      <h2 id="coverage">Who is here</h2>
      {children}
      <ul>
        {shown.map((person) => (
          <li key={person.id} data-reachable={isReachable(person) || undefined}>
            <span>{person.name}</span> <span className="coverage-presence">{presenceText(person)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The worklist: requests that wait, run or have ended. Below it, who is here now and who is scheduled next. */
export function BoardList({ groups, board, selected, nowMs, pathOf }: BoardListProps) {
  const nobody = !board.people.some(isReachable) && (
    <p className="coverage-none">Nobody is available. A new request rings admins who are on call, if there are any.</p>
  );
  return (
    <>
      {groups.map(({ name, title, rows }) => (
        <section key={name} className="group" data-group={name} aria-labelledby={`group-${name}`}>
          <h2 id={`group-${name}`}>
            {title} <span className="part-count">{rows.length}</span>{' '}
            {name === 'finished' && <span className="group-zone">all times {zoneName(deskZone, nowMs)}</span>}
          </h2>
          {name === 'waiting' && nobody}
          <ul>
            {rows.map((row) => (
              <Row key={row.id} row={row} selected={row.id === selected} nowMs={nowMs} path={pathOf(row.id)} />
            ))}
          </ul>
        </section>
      ))}
      <Coverage people={board.people}>{!groups.some(({ name }) => name === 'waiting') && nobody}</Coverage>
      <Later>
        <ComingHours nowMs={nowMs} />
      </Later>
    </>
  );
}
