import { Link } from 'wouter';
import { readTopics } from '#contract/desk/read-topics.ts';
import { type Coverage, viewCoverage } from '#contract/desk/schedule-endpoints.ts';
import { paths } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { useMay } from '../lib/session.ts';
import { zoneName } from '../lib/times.ts';
import { gapText, timeText } from '../schedule/words.ts';
import { Loaded } from '../ui/Loaded.tsx';

/** Who covers the coming hours: one line for each stretch of time, with its people. */
function ComingHoursList({ coverage, nowMs }: { coverage: Coverage; nowMs: number }) {
  const { timeZone, held } = coverage;
  const isAhead = ({ endsAt }: { readonly endsAt: string }) => Date.parse(endsAt) > nowMs;
  const [stretches, gaps] = [coverage.stretches.filter(isAhead), coverage.gaps.filter(isAhead)];
  const [first] = gaps;
  return (
    <>
      {held.map(({ id, name, since }) => (
        <p key={id} className="coming-held">
          {name}’s hours ended at {timeText(timeZone, since)}: on shift until their request is over.
        </p>
      ))}
      <ul>
        {stretches.map((stretch, at) => (
          <li key={stretch.startsAt} data-gap={stretch.people.length === 0 || undefined}>
            <span className="coming-time">
              {at === 0 ? 'now' : timeText(timeZone, stretch.startsAt)} – {timeText(timeZone, stretch.endsAt)}
            </span>{' '}
            <span>{stretch.people.length === 0 ? 'Nobody is scheduled' : stretch.people.join(', ')}</span>
          </li>
        ))}
      </ul>
      {first && (
        <p className="coming-gaps">
          <Link href={paths.schedule}>
            {gaps.length} {gaps.length === 1 ? 'gap' : 'gaps'} in the next seven days
          </Link>
          , first {gapText(timeZone, first)}.
        </p>
      )}
    </>
  );
}

/** The coming hours, below the board. Nothing is shown when nobody has a schedule. */
export function ComingHours({ nowMs }: { nowMs: number }) {
  const mayRead = useMay('readSchedule');
  const read = useRead(viewCoverage, {}, { topics: readTopics.viewCoverage, enabled: mayRead });
  if (!mayRead) return null;
  return (
    <Loaded read={read} what="the coming hours" quiet>
      {(coverage) =>
        (coverage.isUsed || coverage.held.length > 0) && (
          <section className="coverage coming" aria-labelledby="coming-hours">
            <h2 id="coming-hours">
              The coming hours <span className="group-zone">times {zoneName(coverage.timeZone, nowMs)}</span>
            </h2>
            <ComingHoursList coverage={coverage} nowMs={nowMs} />
          </section>
        )
      }
    </Loaded>
  );
}
