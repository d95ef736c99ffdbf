import { Link } from 'wouter';
import { dispositions } from '#contract/agent-request.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { requestAddress } from '../app/paths.ts';
import { dotted } from '../lib/dotted.ts';
import { pastDayIn, pastIn, zoneName } from '../lib/times.ts';
import { Unbroken } from '../ui/Unbroken.tsx';
import { eventText } from './words.ts';

interface PartProps {
  record: DealershipRecord;
  timeZone: string;
}

const running = 'runs now';

/** The newest requests and calls of the dealership. */
export function Requests({ record, timeZone }: PartProps) {
  const { requests, serverNow } = record;
  return (
    <section className="part" aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      {requests.length === 0 && <p className="part-none">No request yet.</p>}
      <ul className="record-lines">
        {requests.map(({ id, createdAt, disposition, state, by, minutes, reference, kind }) => (
          <li key={id}>
            <time dateTime={createdAt}>{pastDayIn(timeZone, createdAt, Date.parse(serverNow))}</time>
            <Link href={requestAddress(id)}>
              <Unbroken
                text={dotted(
                  reference,
                  kind === 'call' && 'call',
                  disposition
                    ? dispositions[disposition]
                    : ['done', 'cancelled', 'expired'].includes(state)
                      ? state
                      : running,
                  by,
                  minutes === null ? null : `${minutes} min`,
                )}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happened to the dealership, the newest first. */
export function History({ record, timeZone }: PartProps) {
  const { history, createdAt, serverNow } = record;
  return (
    <section className="part" aria-labelledby="history">
      <h2 id="history">
        History <span className="part-count">times {zoneName(timeZone, createdAt)}</span>
      </h2>
      {history.length === 0 && <p className="part-none">Nothing was written down before its record was kept.</p>}
      <ol className="record-lines dealer-history">
        {history.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at}>{pastIn(timeZone, event.at, Date.parse(serverNow))}</time>
            <span>
              <Unbroken text={eventText(event)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
