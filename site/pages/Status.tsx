import { claims } from '#brand/claims.ts';
import { figures as measuring } from '#brand/figures.ts';
import { lync } from '#brand/lync.ts';
import { measuredNames, statusPath } from '#contract/status.ts';
import { PageSection } from '../content/PageSection.tsx';
import './status.css';

const claimOf: Readonly<Record<string, { readonly value: string; readonly spoken?: string } | undefined>> = claims;

/** A figure that the running system measures. The server writes into it what was measured (`server/site/status-page.ts`). */
function Measured({ id }: { id: (typeof measuredNames)[number] }) {
  const { name, what, how, least } = measuring.figures[id];
  const claim = claimOf[id];
  return (
    <div className="measured" data-measured={id}>
      <div>
        <h3>
          {name}{' '}
          <span className="tag" data-standing>
            target
          </span>
        </h3>
        <p className="measured-value" data-value>
          {claim ? (claim.spoken ?? claim.value) : 'Not measured yet'}
        </p>
        <p data-note>It is shown as measured once there is enough to count.</p>
        {claim && <p className="measured-target">Target: {claim.spoken ?? claim.value}</p>}
      </div>
      <div className="stack">
        <p>{what}</p>
        <p className="soft">{how}</p>
        <p className="soft">
          Shown as measured once{' '}
          {id === 'setup' || id === 'accept'
            ? `there were ${least} requests in the last ${measuring.windowDays} days`
            : `${least} of the last ${measuring.windowDays} days were measured`}
          .
        </p>
        {id === 'accept' && <p className="soft" data-missed />}
      </div>
    </div>
  );
}

/** A figure that stays a target. */
function Target({ name, value, why, words = false }: { name: string; value: string; why: string; words?: boolean }) {
  return (
    <div className="measured">
      <div>
        <h3>
          {name} <span className="tag">target</span>
        </h3>
        <p className={words ? 'measured-value is-words' : 'measured-value'}>{value}</p>
      </div>
      <p className="soft">{why}</p>
    </div>
  );
}

/** The page of measured figures, day by day, and how they are counted. The server fills it in, and it works without script. */
export function Status() {
  const { profit, lync: ofLync } = measuring.targets;
  return (
    <>
      <PageSection material="night" labelledBy="status" head>
        <div className="halves">
          <h1 id="status">What we promise, measured.</h1>
          <div className="stack">
            <p className="page-lead" data-today>
              Nothing has been counted yet. The first count comes within an hour of the first start.
            </p>
            <p className="soft">
              The system counts by itself, over the last {measuring.windowDays} days, and never rounds in our favor.
              What has not happened often enough yet is a target and says so. <span data-as-of />
            </p>
          </div>
        </div>
      </PageSection>

      <PageSection material="night" labelledBy="days" axis={false} className="status-days">
        <h2 id="days">The last {measuring.windowDays} days</h2>
        <p data-no-days>No day has been counted yet.</p>
        <div data-with-days hidden>
          {/* Only eyes see the squares. Read aloud without them, their key would sound like statements about the days. */}
          <ul className="days-key" aria-hidden="true">
            <li>
              <span className="day is-whole">7</span>
              Our server answered all day
            </li>
            <li>
              <span className="day is-gap">
                7<b>4 min</b>
              </span>
              No answer for this long
            </li>
            <li>
              <span className="day is-unknown">7</span>
              Not measured
            </li>
            <li>
              <span className="day is-whole">
                7<i className="day-people is-3" />
              </span>
              Somebody was available three quarters of the day
            </li>
          </ul>
          <div className="months" data-months aria-hidden="true" />
          <details className="status-table">
            <summary>The same as a table</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Our server</th>
                  <th scope="col">Somebody there</th>
                </tr>
              </thead>
              <tbody data-days />
            </table>
          </details>
        </div>
      </PageSection>

      <PageSection material="paper" labelledBy="measured" axis={false}>
        <h2 id="measured">What is measured, and how</h2>
        {measuredNames.map((id) => (
          <Measured key={id} id={id} />
        ))}
      </PageSection>

      <PageSection material="paper" labelledBy="targets" axis={false}>
        <h2 id="targets">What stays a target</h2>
        <Target name={profit.name} value={claims.profit.value} why={profit.why} />
        <Target
          name={ofLync.name}
          words
          value={Object.values(lync)
            .map(({ before, value, label }) => `${before} ${value} ${label}`.trim())
            .join(', ')}
          why={ofLync.why}
        />
        <p className="soft status-json">
          For programs: <a href={statusPath}>the same as JSON</a>.
        </p>
      </PageSection>
    </>
  );
}
