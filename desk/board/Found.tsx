import { useDeferredValue, useState } from 'react';
import { searchRequests } from '#contract/desk/board-endpoints.ts';
import type { BoardRow } from '#contract/desk/board-schemas.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import type { DoneOf } from '#contract/endpoint.ts';
import { useRead } from '../lib/read.ts';
import { deskClock } from '../lib/session.ts';
import { deskZone, pastDayIn, timeIn, zoneName } from '../lib/times.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoRows } from '../ui/NoRows.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { holderOf, standingOf } from './board-rows.ts';

/** What the server answered, and to which search. */
interface Answered {
  readonly search: string;
  readonly found: DoneOf<typeof searchRequests>['value'];
}

/**
 * Searches requests and calls. While the server has not answered yet, what it found last counts as long as the search only goes on from
 * there, so that nothing blinks while somebody types.
 *
 * @param search what was typed. Nothing is searched for without it
 */
export function useFound(search: string) {
  const asked = useDeferredValue(search);
  const read = useRead(
    searchRequests,
    { query: { search: asked } },
    { topics: readTopics.searchRequests, keepEarlier: true, enabled: asked !== '' },
  );
  const [last, setLast] = useState<Answered>();
  const found = read.isSuccess && !read.isPlaceholderData && asked !== '' ? read.data : undefined;
  if (found && (last?.found !== found || last.search !== asked)) setLast({ search: asked, found });
  const counts = !read.isError && search !== '' && last && search.startsWith(last.search) ? last.found : undefined;
  return {
    asked,
    read,
    /** What was found, also for the search before: that is shown as such. */
    rows: search && read.data ? read.data.rows : [],
    ids: new Set(counts?.rows.map(({ id }) => id)),
    /** Whether these are all that the server finds. */
    isWhole: counts?.cursor === null && !counts.tooMany,
  };
}

interface FoundProps {
  found: Pick<ReturnType<typeof useFound>, 'asked' | 'read'>;
  /** Those of the found rows that are not on the board. */
  earlier: readonly BoardRow[];
  selected: string | undefined;
  pathOf: (id: string) => string;
}

/** Earlier requests and calls that match a search and are not on the board. */
export function Found({ found: { asked, read }, earlier, selected, pathOf }: FoundProps) {
  return (
    <section className="group" aria-labelledby="group-found">
      <h2 id="group-found">
        Earlier <span className="group-zone">times {zoneName(deskZone, deskClock.now())}</span>
      </h2>
      <Loaded read={read} what="earlier requests">
        {({ rows, cursor, tooMany }) => (
          <>
            <NoRows>{earlier.length === 0 && 'No earlier request was found.'}</NoRows>
            <ul>
              {earlier.map((row) => (
                <li key={row.id} className="row">
                  <RowLink id={row.id} path={pathOf(row.id)} selected={row.id === selected}>
                    <time className="row-age" dateTime={row.createdAt}>
                      {pastDayIn(deskZone, row.createdAt, deskClock.now())}
                      <span className="row-local">{timeIn(deskZone, row.createdAt)}</span>
                    </time>
                    <span className="row-dealer">
                      <strong>{row.dealershipName}</strong>
                      <span className="row-local">{row.reference}</span>
                    </span>
                    <span className="row-standing">{standingOf(row, Date.parse(row.createdAt))}</span>
                    <span className="row-holder">{holderOf(row)}</span>
                  </RowLink>
                </li>
              ))}
            </ul>
            {(cursor !== null || tooMany) && (
              <p className="empty">There are more. Type more of the name, or the whole reference.</p>
            )}
            {rows.length > 0 && !tooMany && <ExportButton kind="requests" filter={{ search: asked }} />}
          </>
        )}
      </Loaded>
    </section>
  );
}
