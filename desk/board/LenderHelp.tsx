import { useNow } from '#client/lib/clock.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { listLenderHours } from '#contract/desk/setting-endpoints.ts';
import { type LenderHours, openUntil } from '#contract/desk/settings.ts';
import { useRead } from '../lib/read.ts';
import { deskClock } from '../lib/session.ts';
import { zoneName } from '../lib/times.ts';
import { clockText, weekText } from '../settings/hours.ts';
import { Loaded } from '../ui/Loaded.tsx';

function LendersNow({ hours: stored }: { hours: readonly LenderHours[] }) {
  const nowMs = useNow(deskClock, true);
  const all = stored
    .map((one) => ({ ...one, until: openUntil(one, new Date(nowMs)) }))
    .sort(
      (one, other) => Number(other.until !== null) - Number(one.until !== null) || (one.lender < other.lender ? -1 : 1),
    );
  if (all.length === 0) return null;
  const open = all.filter(({ until }) => until !== null).length;
  return (
    <details className="fold record-audit">
      <summary>
        Lenders open now: {open} of {all.length}
      </summary>
      <ul className="lines">
        {all.map(({ lender, zone, until, note, ...hours }) => (
          <li key={lender}>
            <span className="line-main">
              {lender}
              <span className="line-note">
                {weekText(hours)} {zoneName(zone, nowMs)}
              </span>
              {note !== '' && <span className="line-note">{note}</span>}
            </span>
            <span className={until === null ? 'soft' : 'lender-open'}>
              {until === null ? 'Closed now' : `Open until ${clockText(until)} ${zoneName(zone, nowMs)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shows which lenders answer at this moment. Shows nothing when no hours are set. */
export function LenderHelp() {
  const read = useRead(listLenderHours, {}, { topics: readTopics.listLenderHours });
  return (
    <Loaded read={read} what="the lenders’ hours" quiet>
      {({ hours }) => <LendersNow hours={hours} />}
    </Loaded>
  );
}
