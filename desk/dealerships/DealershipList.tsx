import { useEffect, useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import type { DealershipRow } from '#contract/desk/dealership-endpoints.ts';
import type { DealershipFilter } from '#contract/desk/dealerships.ts';
import { dayIn } from '../queue/times.ts';
import type { DealershipFilters } from './filters.ts';
import { standingText, toneOf } from './words.ts';

interface RowProps {
  row: DealershipRow;
  selected: boolean;
  href: string;
  onOpen: (id: string) => void;
}

function Row({ row, selected, href, onOpen }: RowProps) {
  const { id, name, phone, sample, lastRequestAt, zone } = row;
  return (
    <li className="row" data-tone={toneOf(row)}>
      <a
        href={href}
        aria-current={selected || undefined}
        data-row={id}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
      >
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
              Asked <time dateTime={lastRequestAt}>{dayIn(zone ?? brand.timeZone, lastRequestAt)}</time>
            </>
          )}
        </span>
      </a>
    </li>
  );
}

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
  /** The open record. */
  selected: string | undefined;
  filters: DealershipFilters;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  /** The pages after these; undefined at the end. */
  more: { readonly load: () => void; readonly isLoading: boolean } | undefined;
}

/** Brings the next page before the end of the list is in sight. The button does the same for whoever reaches it first. */
function More({ load, isLoading }: { load: () => void; isLoading: boolean }) {
  const place = useRef<HTMLParagraphElement>(null);
  const newest = useRef(load);
  useEffect(() => {
    newest.current = load;
  });
  useEffect(() => {
    const element = place.current;
    if (!element || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && newest.current(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <p className="board-none" ref={place}>
      <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || load()}>
        {isLoading ? 'Loading more…' : 'Show more'}
      </Button>
    </p>
  );
}

/** The dealerships of a list, by name. */
export function DealershipList({ rows, selected, filters, hrefOf, onOpen, more }: DealershipListProps) {
  if (rows.length === 0) {
    return (
      <p className="board-none" role="status">
        {filters.search.trim() === ''
          ? noneTexts[filters.filter]
          : `No dealership in this list is like “${filters.search}”.`}
      </p>
    );
  }
  return (
    <>
      <ul className="dealer-rows">
        {rows.map((row) => (
          <Row key={row.id} row={row} selected={row.id === selected} href={hrefOf(row.id)} onOpen={onOpen} />
        ))}
      </ul>
      {more && <More load={more.load} isLoading={more.isLoading} />}
    </>
  );
}
