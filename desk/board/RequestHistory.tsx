import { Link } from 'wouter';
import { dispositions } from '#contract/agent-request.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { requestAddress } from '../app/paths.ts';
import { dotted } from '../lib/dotted.ts';
import { pastDayIn, secondsIn, whenIn, zoneName } from '../lib/times.ts';
import { askOf } from './board-rows.ts';
import { eventText } from './words.ts';

/** Earlier requests and calls of the same dealership. */
export function Earlier({ record }: { record: RequestRecord }) {
  const { earlier, dealershipZone, serverNow } = record;
  return (
    <section className="part" aria-labelledby="earlier">
      <h2 id="earlier">Earlier requests</h2>
      {earlier.length === 0 && <p className="part-none">No earlier request.</p>}
      <ul className="record-lines">
        {earlier.map((one) => (
          <li key={one.id}>
            <time dateTime={one.createdAt}>{pastDayIn(dealershipZone, one.createdAt, Date.parse(serverNow))}</time>
            <Link href={requestAddress(one.id)}>
              {dotted(
                one.disposition ? dispositions[one.disposition] : askOf(one),
                one.by,
                one.minutes === null ? null : `${one.minutes} min`,
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happened so far. */
export function SoFar({ record, nowMs }: { record: RequestRecord; nowMs: number }) {
  const { events, dealershipZone, dealershipNow } = record;
  const isGone = (dealershipNow?.closedAt ?? dealershipNow?.removedAt ?? null) !== null;
  const [first] = events;
  return (
    <section className="part" aria-labelledby="so-far">
      <h2 id="so-far">
        So far {first && <span className="part-count">times {zoneName(dealershipZone, first.at)}</span>}
      </h2>
      <ol className="record-lines">
        {events.map(({ id, at, kind, detail }) => (
          <li key={id}>
            <time dateTime={at}>{whenIn(dealershipZone, at, nowMs, secondsIn)}</time>
            <span>{eventText(kind, detail, isGone)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
