import { memo } from 'react';
import type { DealershipRow } from '#contract/desk/dealership-endpoints.ts';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { deskClock } from '../lib/session.ts';
import { deskZone, pastDayIn } from '../lib/times.ts';
import { RowLink } from '../ui/RowLink.tsx';
import type { RowProps } from '../ui/RowList.tsx';
import { useToday } from '../ui/When.tsx';
import type { DealershipFilters } from './filters.ts';
import { standingText, toneOf } from './words.ts';

/** A dealership in the list. It is drawn again when another day begins. */
export const Row = memo(function Row({ row, selected, path }: RowProps<DealershipRow>) {
  useToday();
  const { id, name, phone, sample, lastRequestAt, zone } = row;
  return (
    <li className="row" data-tone={toneOf(row)}>
      <RowLink id={id} path={path} selected={selected}>
        <span className="row-dealer">
          <strong>{name}</strong>
          {sample && <span className="dealer-sample"> sample</span>}
          <span className="row-local">{phone ?? 'No phone'}</span>
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

/** Why the list of dealerships is empty. */
export const noneText = ({ search, filter }: DealershipFilters): string =>
  search === '' ? noneTexts[filter] : `No dealerships in this list match “${search}”.`;
