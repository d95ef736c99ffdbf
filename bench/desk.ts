/**
 * A busy hour at the desk in a minute: two servers on one PostgreSQL, 200 open consoles, and people who accept, connect and end
 * requests. It prints what the consoles cost the database and the servers, and how long a press takes to be on everybody's
 * screen, and fails when a goal is missed.
 *
 *   npm run bench:desk [-- --keys] [-- --consoles=200] [-- --requests=40] [-- --seconds=60] [-- --leads=1000,10000,100000] [-- --engine=sqlite,postgres]
 *
 * Then it measures what the desk reads at several sizes, on both engines, alone and beside an export (`desk/sizes.ts`). With
 * `--leads` or `--engine` it does that alone, and with `--consoles`, `--requests` or `--seconds` the busy hour alone.
 *
 * Last it walks down the longest list on a phone (`desk/keys.ts`); with `--keys` it does that alone. It needs Chromium.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { dealerships } from '#brand/dealerships.ts';
import { requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { requireTool, tools } from '../tests/run/tools.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { type ServerProcess, startServer } from '../tests/support/server-process.ts';
import { wideLimits } from '../tests/support/wide-limits.ts';
import { type Engine, newDatabase } from './database.ts';
import { type OpenConsole, openConsole } from './desk/console.ts';
import { countTransactions, readCounts, type ServerCounts } from './desk/counts.ts';
import { withFilledServer } from './desk/filled-server.ts';
import { keyGoalMs, measureKeys } from './desk/keys.ts';
import { measureSize, printSizes, type SizeResult } from './desk/sizes.ts';
import { prepareStaff, type Staff } from './desk/staff.ts';
import { quantile } from './measure.ts';

const goals = { looksPerSecond: 20, p99Ms: 1000 };
const agents = 20;
const idleSeconds = 5;
/** A key that comes before the next page of the list moves nothing. Such keys must be few; else the walk measures nothing. */
const leastMoved = 0.8;
/** A change that has not reached a screen within this time counts as never shown. */
const shownWithinMs = 5000;

const { values } = parseArgs({
  options: {
    consoles: { type: 'string' },
    requests: { type: 'string' },
    seconds: { type: 'string' },
    leads: { type: 'string' },
    engine: { type: 'string' },
    keys: { type: 'boolean' },
  },
});
const consoleCount = Number(values.consoles ?? 200);
const requestCount = Number(values.requests ?? 40);
const seconds = Number(values.seconds ?? 60);

/** A change that somebody made, and the version of the request that it made. */
interface Press {
  readonly name: string;
  readonly id: string;
  readonly version: number;
  readonly beganMs: number;
}

const steps = [
  ['accept', undefined],
  ['connected', undefined],
  ['done', { disposition: 'contracted_retail' }],
] as const;

async function post(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Plays one request: a dealership asks, and a person takes it from Accept to Done. */
async function playRequest(
  servers: readonly ServerProcess[],
  token: string,
  agent: Staff,
  n: number,
): Promise<Press[]> {
  const url = servers[n % servers.length]?.url ?? '';
  const id = mintId();
  const presses: Press[] = [];
  const askedMs = performance.now();
  const request = {
    dealershipName: dealerships[0].name,
    requestType: requestTypes.active_deal,
    additionalInfo: '',
    request_id: id,
  };
  await post(`${url}${sendSmsPath}`, { authorization: `Bearer ${token}` }, request);
  presses.push({ name: 'request', id, version: 0, beganMs: askedMs });
  for (const [step, body] of steps) {
    await sleep(1500);
    const beganMs = performance.now();
    const headers = { cookie: agent.cookie, 'sec-fetch-site': 'same-origin' };
    const { version } = (await post(`${url}/api/desk/requests/${id}/${step}`, headers, body ?? {})) as {
      version: number;
    };
    presses.push({ name: step, id, version, beganMs });
  }
  return presses;
}

/** How long each press took to be on each screen; infinite where it never was. */
const timesOf = (presses: readonly Press[], consoles: readonly OpenConsole[]): number[] =>
  presses
    .flatMap(({ id, version, beganMs }) =>
      consoles.map((each) => (each.shownAtMs(id, version) ?? Number.POSITIVE_INFINITY) - beganMs),
    )
    .sort((a, b) => a - b);

const looksOf = (counts: readonly ServerCounts[]): number => counts.reduce((sum, { looks }) => sum + looks, 0);

const line = (name: string, value: string) => console.log(`${name.padEnd(44)}${value}`);

function printServers(before: readonly ServerCounts[], after: readonly ServerCounts[], forSeconds: number): number {
  const kinds = new Set(after.flatMap(({ looksByKind }) => [...looksByKind.keys()]));
  const sum = (counts: readonly ServerCounts[], kind: string) =>
    counts.reduce((total, { looksByKind }) => total + (looksByKind.get(kind) ?? 0), 0);
  for (const kind of kinds) {
    line(`  looks a second: ${kind}`, ((sum(after, kind) - sum(before, kind)) / forSeconds).toFixed(1));
  }
  for (const [n, { memoryBytes, loopP99Seconds }] of after.entries()) {
    line(`server ${n + 1}: memory`, `${(memoryBytes / 2 ** 20).toFixed(0)} MB`);
    line(`server ${n + 1}: event loop, p99`, `${(loopP99Seconds * 1000).toFixed(0)} ms`);
  }
  return (looksOf(after) - looksOf(before)) / forSeconds;
}

async function run({ env, url: databaseUrl }: Awaited<ReturnType<typeof newDatabase>>): Promise<boolean> {
  const { staff, code } = await prepareStaff(env, consoleCount, agents);
  const settings = { ...env, ...wideLimits, LOG_LEVEL: 'warn' };
  const metricsPorts = ['39471', '39472'];
  const servers: ServerProcess[] = [];
  const consoles: OpenConsole[] = [];
  try {
    for (const METRICS_PORT of metricsPorts)
      servers.push(await startServer({ folder, env: { ...settings, METRICS_PORT } }));
    const counts = () => Promise.all(metricsPorts.map(readCounts));
    const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
      const [beganMs, before] = [performance.now(), await countTransactions(databaseUrl)];
      await work();
      return ((await countTransactions(databaseUrl)) - before) / ((performance.now() - beganMs) / 1000);
    };
    const alone = await perSecond(() => sleep(idleSeconds * 1000));

    for (const [n, { cookie, takesRequests }] of staff.entries()) {
      consoles.push(openConsole(servers[n % servers.length]?.url ?? '', cookie, takesRequests && n % 2 === 1));
    }
    await Promise.all(consoles.map((each) => each.open()));
    await sleep(2000);
    const idleBefore = await counts();
    const idle = await perSecond(() => sleep(idleSeconds * 1000));
    const idleLooks = (looksOf(await counts()) - looksOf(idleBefore)) / idleSeconds;

    const { token } = (await post(`${servers[0]?.url}${sessionPath}`, {}, { code })) as { token: string };
    const before = await counts();
    const beganMs = performance.now();
    const playing: Promise<Press[]>[] = [];
    const busy = await perSecond(async () => {
      for (let n = 0; n < requestCount; n++) {
        const agent = staff[n % agents];
        if (agent) playing.push(playRequest(servers, token, agent, n));
        await sleep((seconds * 1000) / requestCount);
      }
      await Promise.all(playing);
    });
    const forSeconds = (performance.now() - beganMs) / 1000;
    const after = await counts();
    await sleep(shownWithinMs);

    const presses = (await Promise.all(playing)).flat();
    const times = timesOf(presses, consoles);
    const missed = times.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
    const errors = consoles.flatMap((each) => each.errors);
    const reads = consoles.reduce((sum, each) => sum + each.reads(), 0);
    console.log(
      `\n${consoleCount} consoles on 2 servers; ${requestCount} requests, ${presses.length} presses in ${forSeconds.toFixed(0)} s\n`,
    );
    line('transactions a second, no console open', alone.toFixed(1));
    line('transactions a second, all open, nothing happens', idle.toFixed(1));
    line('transactions a second, busy, with all presses', busy.toFixed(1));
    line('looks a second for the consoles, nothing happens', idleLooks.toFixed(1));
    const looks = printServers(before, after, forSeconds);
    line('looks a second for the consoles, busy', `${looks.toFixed(1)} (goal: at most ${goals.looksPerSecond})`);
    line('reads of the board by consoles', `${reads} (${(reads / forSeconds).toFixed(0)} a second)`);
    const p99 = quantile(times, 0.99);
    line(
      'press to screen: p50, p99, longest',
      [quantile(times, 0.5), p99, times.at(-1) ?? Number.NaN].map((ms) => `${ms.toFixed(0)} ms`).join(', '),
    );
    line('', `of ${times.length} (goal: p99 at most ${goals.p99Ms} ms, none missing: ${missed} missing)`);
    if (errors.length > 0) console.log(`errors: ${[...new Set(errors)].join('; ')}`);
    return looks <= goals.looksPerSecond && p99 <= goals.p99Ms && missed === 0 && errors.length === 0;
  } finally {
    for (const each of consoles) each.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const engines = (values.engine ?? 'sqlite,postgres').split(',') as Engine[];
const sizes = (values.leads ?? '1000,10000,100000').split(',').map(Number);
if (engines.some((engine) => engine !== 'sqlite' && engine !== 'postgres')) {
  throw new Error('--engine is sqlite, postgres, or both with a comma');
}
if (sizes.some((size) => !(size > 0))) throw new Error('--leads is one number, or several with commas');

/** The options that ask for each part. Without any of them, everything is measured. */
const parts = [
  { options: ['consoles', 'requests', 'seconds'], measure: measureBusyHour },
  { options: ['leads', 'engine'], measure: measureSizes },
  { options: ['keys'], measure: measurePhone },
] as const;
const asked = parts.filter(({ options }) => options.some((name) => values[name] !== undefined));
// A walk down the list may say how long the list is.
const wanted = values.keys ? parts.slice(2) : asked.length > 0 ? asked : parts;
// The last part needs it. A missing one is said before anything is measured.
if (wanted.some(({ measure }) => measure === measurePhone)) await requireTool(tools.chromium);

const postgres = await startPostgres({ durable: true });
if ('missing' in postgres) throw new Error(postgres.missing);
const folder = mkdtempSync(join(tmpdir(), 'boxline-bench-'));
const places = { folder, adminUrl: postgres.adminUrl };

async function measureBusyHour(): Promise<boolean> {
  const database = await newDatabase('postgres', places);
  try {
    return await run(database);
  } finally {
    await database.drop();
  }
}

async function measureSizes(): Promise<boolean> {
  let reached = true;
  for (const engine of engines) {
    const results: SizeResult[] = [];
    for (const leads of sizes) results.push(await measureSize(engine, leads, places));
    reached = printSizes(engine, results) && reached;
  }
  return reached;
}

async function measurePhone(): Promise<boolean> {
  const leads = Math.max(...sizes);
  const { keys, rows, p50, p99, worst } = await withFilledServer(
    engines[0] ?? 'sqlite',
    leads,
    places,
    async ({ server, signIn }) => measureKeys(server.url, await signIn()),
  );
  console.log(`\na phone at 4x CPU, ${leads.toLocaleString('en')} leads, all of them in the list\n`);
  line('rows that had the focus', `${rows} by ${keys} keys`);
  line('key to next row: p50, p99, longest', `${p50} ms, ${p99} ms, ${worst} ms (goal: p99 at most ${keyGoalMs} ms)`);
  return p99 <= keyGoalMs && rows >= keys * leastMoved;
}

try {
  let reached = true;
  for (const { measure } of wanted) reached = (await measure()) && reached;
  console.log(reached ? '\nevery goal is reached' : '\nA GOAL IS MISSED');
  process.exitCode = reached ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
