import { useId } from 'react';
import { figures as measuring } from '#brand/figures.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { pages } from '#contract/pages.ts';
import { type Status, viewStatus } from '#contract/status-endpoints.ts';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';

/** The server counts once an hour, so a read every five minutes is soon enough. */
const atMostEveryMs = 300_000;

function Shown({ status: { figures, missed } }: { status: Status }) {
  return (
    <dl className="numbers-tiles is-four">
      {figures.map(({ id, name, value, standing, note, target }) => (
        <div key={id}>
          <dt>
            {name}, {standing}
          </dt>
          <dd className="tile-value">{value ?? target ?? 'None yet'}</dd>
          <dd className="tile-note">{note}</dd>
          {value !== null && target !== null && <dd className="tile-note">Target: {target}</dd>}
          {id === 'accept' && missed > 0 && <dd className="tile-note">{missed} not accepted in time</dd>}
        </div>
      ))}
    </dl>
  );
}

/** The measured promises as the public site shows them. The filters of this screen do not apply. */
export function Measured() {
  const id = useId();
  const read = useRead(viewStatus, {}, { topics: readTopics.viewStatus, atMostEveryMs });
  return (
    <section className="numbers-part is-wide" aria-labelledby={id}>
      <h2 id={id}>What the site shows</h2>
      <Loaded read={read} what="what was measured">
        {(status) => <Shown status={status} />}
      </Loaded>
      <p className="numbers-note">
        The last {measuring.windowDays} days, all dealerships and people. <a href={pages.status}>Every day of them</a>{' '}
        is on the public page.
      </p>
      <details className="numbers-counted">
        <summary>
          How this is counted<span className="visually-hidden">: What the site shows</span>
        </summary>
        <dl>
          {Object.entries(measuring.figures).map(([key, { name, how }]) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
