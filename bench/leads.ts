/**
 * Durable leads per second over HTTP, beside what lies under them, in one run on one machine. The ratios say more than the
 * numbers, which are the disk's and the machine's.
 *
 *   npm run bench:leads [-- --engine=postgres] [-- --seconds=2]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sendPath } from '#contract/send.ts';
import { startPostgres } from '../tests/support/postgres-server.ts';
import { startServer } from '../tests/support/server-process.ts';
import { wideLimits } from '../tests/support/wide-limits.ts';
import { newDatabase, withContext } from './database.ts';
import { overHttp, rawPostgres, rawSqlite, startBareHttp, syncs, transactions } from './layers.ts';
import type { Measured } from './measure.ts';

const callerCounts = [1, 8, 64];
const goal = { ratio: 0.5, p99Ms: 10, callers: 8, many: 64, perSecond: 1500 };

const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'sqlite' }, seconds: { type: 'string', default: '2' } },
});
if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine is sqlite or postgres');
const { engine } = values;
const onPostgres = engine === 'postgres';
const forMs = Number(values.seconds) * 1000;
const folder = mkdtempSync(join(tmpdir(), 'boxline-bench-'));

type Row = Record<number, Measured>;
const rows = new Map<string, Row>();

async function layer(name: string, counts: readonly number[], run: (callers: number) => Promise<Measured>) {
  const row: Row = {};
  for (const callers of counts) row[callers] = await run(callers);
  rows.set(name, row);
}

async function benchHttpAlone(): Promise<void> {
  const bare = await startBareHttp();
  await layer('bare node:http, a JSON post', callerCounts, (callers) => overHttp(bare.url, '/', callers, forMs));
  bare.stop();
}

async function benchRaw(): Promise<void> {
  if (!onPostgres) return layer('raw insert', [1], () => rawSqlite(join(folder, 'raw'), forMs));
  const { url, drop } = await newDatabase(engine, places);
  await layer('raw insert', callerCounts, (callers) => rawPostgres(url, callers, forMs));
  await drop();
}

async function benchTransactions(): Promise<void> {
  const { env, drop } = await newDatabase(engine, places);
  await withContext(env, async (context) => {
    await context.storage.migrate();
    await layer('lead, without HTTP', callerCounts, (callers) => transactions(context, callers, forMs));
  });
  await drop();
}

async function benchLeads(): Promise<void> {
  const { env, drop } = await newDatabase(engine, places);
  const server = await startServer({ folder, env: { ...env, ...wideLimits, LOG_LEVEL: 'info' } });
  await layer('lead, over HTTP', callerCounts, (callers) => overHttp(server.url, sendPath, callers, forMs));
  await server.stop();
  await drop();
}

const number = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits));

function print(): void {
  const over = rows.get('lead, over HTTP');
  const cells = (row: Row, callers: number) => {
    const { perSecond, p50Ms, p99Ms } = row[callers] ?? {};
    const ratio = perSecond && over?.[callers] ? over[callers].perSecond / perSecond : undefined;
    return [number(perSecond, 0), number(p50Ms, 2), number(p99Ms, 2), number(ratio, 2)];
  };
  const line = (name: string, columns: readonly string[]) =>
    console.log(name.padEnd(30) + columns.map((column) => column.padStart(8)).join(''));
  console.log(`\n${engine}; a lead over HTTP as a share of each layer is under "ratio"\n`);
  line(
    'callers',
    callerCounts.flatMap((callers) => [String(callers), '', '', '']),
  );
  line(
    '',
    callerCounts.flatMap(() => ['per s', 'p50 ms', 'p99 ms', 'ratio']),
  );
  for (const [name, row] of rows)
    line(
      name,
      callerCounts.flatMap((callers) => cells(row, callers)),
    );

  const at = over?.[goal.callers];
  const ratio = (at?.perSecond ?? 0) / (rows.get('lead, without HTTP')?.[goal.callers]?.perSecond ?? Number.NaN);
  console.log(
    `\nat ${goal.callers} callers: ${number(ratio, 2)} of the same transaction without HTTP (goal: at least ${goal.ratio}), ` +
      `p99 ${number(at?.p99Ms, 1)} ms (goal on a quiet disk: at most ${goal.p99Ms})\n` +
      `at ${goal.many} callers: ${number(over?.[goal.many]?.perSecond, 0)} a second (goal: at least ${goal.perSecond})`,
  );
}

const postgres = onPostgres ? await startPostgres({ durable: true }) : undefined;
if (postgres && 'missing' in postgres) throw new Error(postgres.missing);
const places = { folder, adminUrl: postgres?.adminUrl ?? '' };
try {
  await layer('disk: write and fdatasync', [1], () => syncs(folder, forMs));
  await benchHttpAlone();
  await benchRaw();
  await benchTransactions();
  await benchLeads();
  print();
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
