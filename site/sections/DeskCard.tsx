import { board } from '#brand/board.ts';
import './desk-card.css';

type Standing = 'live' | 'funded';

/** One row of the sample desk. The first row goes through all of its states, one after another. */
interface SampleSession {
  readonly time: string;
  readonly dealership: string;
  readonly request: string;
  readonly standing: Standing;
  readonly words: string;
}

const [first, second, third, fourth] = board;

const arriving = ['Calling in', 'Agent joining', 'Screen shared'] as const;

const sessions: readonly SampleSession[] = [
  { time: '8:51 pm', dealership: second, request: 'Custom request', standing: 'live', words: 'Screen shared' },
  { time: '8:37 pm', dealership: third, request: 'Active deal, 22 min', standing: 'funded', words: 'Jacket ready' },
  { time: '8:12 pm', dealership: fourth, request: 'Active deal, 31 min', standing: 'funded', words: 'Jacket ready' },
];

const sums = [
  ['On shift', 4],
  ['On a screen', 2],
  ['Waiting', 0],
  ['Done tonight', 9],
] as const;

/** The lit square of a running session; the tick of a finished one. */
function StandingSign({ standing }: { standing: Standing }) {
  return (
    <svg className={`desk-sign desk-${standing}`} viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {standing === 'live' ? <path d="M1 1h10v10H1z" /> : <path d="m1.5 6.2 3 3 6-6.4" />}
    </svg>
  );
}

/** The four-square as the loading mark: the light goes round its squares. */
const Turning = () => (
  <span className="desk-sign desk-turning" aria-hidden="true">
    <i className="moves" />
  </span>
);

/** A dealer dashboard with sample sessions. It is decoration, and says so. */
export function DeskCard() {
  return (
    <section className="desk" aria-labelledby="desk-title">
      <div className="desk-head">
        <h2 id="desk-title">Tonight at the desk</h2>
        <span className="desk-tag">Sample data</span>
      </div>
      <ul>
        <li className="desk-row desk-row-first">
          <span className="desk-time">9:04 pm</span>
          <span className="desk-dealership">{first}</span>
          <span className="desk-request">Active deal</span>
          <span className="desk-standing desk-arriving">
            {arriving.map((words, index) => (
              <span key={words} className="moves" aria-hidden={index < arriving.length - 1 ? true : undefined}>
                {index < arriving.length - 1 ? <Turning /> : <StandingSign standing="live" />}
                {words}
              </span>
            ))}
          </span>
        </li>
        {sessions.map(({ time, dealership, request, standing, words }) => (
          <li key={time} className="desk-row">
            <span className="desk-time">{time}</span>
            <span className="desk-dealership">{dealership}</span>
            <span className="desk-request">{request}</span>
            <span className="desk-standing">
              <StandingSign standing={standing} />
              {words}
            </span>
          </li>
        ))}
      </ul>
      <dl className="desk-sums">
        {sums.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
