import { lync } from '#brand/lync.ts';

const { users, latency, uptime } = lync;

/** Latency of the last half hour, one sample a minute, in milliseconds. The values are made up, and the card says so. */
const latencyMs = [
  38, 41, 40, 44, 39, 37, 42, 58, 46, 41, 40, 38, 43, 47, 44, 40, 39, 62, 55, 44, 41, 39, 38, 42, 45, 40, 37, 41, 43,
  41,
];
const targetMs = Number.parseInt(latency.value, 10);
const chartHeight = 110;

/** The session dashboard as it is planned, on sample data. */
export function Dashboard() {
  return (
    <figure className="lync-dashboard" aria-labelledby="dashboard">
      <figcaption className="wrapped">
        <h2 id="dashboard">Session metrics</h2>
        <span className="tag">sample data</span>
      </figcaption>
      <div className="lync-chart">
        <p>
          Latency, last 30 minutes <strong>41 ms</strong>
        </p>
        <svg viewBox={`0 0 300 ${chartHeight}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="lync-chart-target" d={`M0 ${chartHeight - targetMs}h300`} />
          {latencyMs.map((ms, minute) => (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a minute is its place in the half hour
              key={minute}
              x={minute * 10}
              y={chartHeight - ms}
              width="7"
              height={ms}
            />
          ))}
        </svg>
        <p className="lync-chart-note">
          The line is the target: {latency.before} {latency.value}.
        </p>
      </div>
      <dl>
        <div>
          <dt>Users in session</dt>
          <dd>
            3 <small>of {users.value}</small>
          </dd>
        </div>
        <div>
          <dt>Data center</dt>
          <dd>Northeast</dd>
        </div>
        <div>
          <dt>Frames a second</dt>
          <dd>30</dd>
        </div>
        <div>
          <dt>Uptime, 30 days</dt>
          <dd>{uptime.value}</dd>
        </div>
      </dl>
    </figure>
  );
}
