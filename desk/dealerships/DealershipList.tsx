import { memo } from 'react';
import type { DealershipRow } from '#contract/desk/dealership-endpoints.ts';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { deskClock } from '../lib/session.ts';
import { deskZone, pastDayIn } from '../lib/times.ts';
import { NoRows } from '../ui/NoRows.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { useToday } from '../ui/When.tsx';
import type { DealershipFilters } from './filters.ts';
import { standingText, toneOf } from './words.ts';

/** A row is drawn again only when one of its props changes or another day begins. */
const Row = memo(function Row({ row, selected, path }: { row: DealershipRow; selected: boolean; path: string }) {
  useToday();
  const { id, name, phone, sample, lastRequestAt, zone } = row;
  return (
    <li className="row" data-tone={toneOf(row)}>
      <RowLink id={id} path={path} selected={selected}>
        <span className="row-dealer">
          <strong>{name}</strong>
          {sample && <span className="dealer-sample"> sample</span>}
          <span className="row-local">{phone ?? 'No telephone'}</span>
        </span>
        <span className="row-standing">{standingText(row)}</span>
        <span className="row-holder">
          {lastRequestAt === null ? (
            'No request yet'
          ) : (
            <>
              Asked <time dateTime={lastRequestAt}>{pastDayIn(zone ?? deskZone, lastRequestAt, deskClock.now())}</time>
            </>
          )}
        </span>
      </RowLink>
    </li>
  );
});

const noneTexts: Readonly<Record<DealershipFilter, string>> = {
  active: 'No dealership yet. Make one from a lead in one press, or add one by hand.',
  'no-agreement': 'Every dealership has the date of its agreement.',
  'no-code': 'Every dealership has a code.',
  'never-used': 'Every code was used.',
  closed: 'No account is closed.',
  samples: 'There are no samples any more.',
};

interface DealershipListProps {
  rows: readonly DealershipRow[];
  selected: string | undefined;
  filters: DealershipFilters;
  pathOf: (id: string) => string;
}

/** The dealerships of a list, by name. */
export function DealershipList({ rows, selected, filters, pathOf }: DealershipListProps) {
  const none =
    filters.search === '' ? noneTexts[filters.filter] : `No dealership in this list is like “${filters.search}”.`;
  return (
    <>
      <NoRows>{rows.length === 0 && none}</NoRows>
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <Row key={row.id} row={row} selected={row.id === selected} path={pathOf(row.id)} />
          ))}
        </ul>
      )}
    </>
  );
}
