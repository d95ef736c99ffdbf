import { figures as measuring } from '#brand/figures.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { pages } from '#contract/pages.ts';
import { type Status, viewStatus } from '#contract/status-endpoints.ts';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Part } from './Part.tsx';

const definitions = Object.values(measuring.figures).map(({ name, how }) => ({ name, counted: how }));

/** The server counts once an hour, so a read every five minutes is soon enough. */
const atMostEveryMs = 300_000;

function Shown({ status: { figures, missed } }: { status: Status }) {
  return (
    <dl className="boxed numbers-tiles is-four">
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
  const read = useRead(viewStatus, {}, { topics: readTopics.viewStatus, atMostEveryMs });
  return (
    <Part title="What the site shows" counted={definitions} wide>
      <Loaded read={read} what="what was measured">
        {(status) => <Shown status={status} />}
      </Loaded>
      <p className="soft">
        The last {measuring.windowDays} days, all dealerships and people. <a href={pages.status}>Every day of them</a>{' '}
        is on the public page.
      </p>
    </Part>
  );
}
