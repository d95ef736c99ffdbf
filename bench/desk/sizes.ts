/**
 * What the desk costs as it grows: lists, searches, a record, the figures and the deal board at several sizes, alone and while
 * a whole export runs; and how long a dealership's lead waits meanwhile. Times are the client's, one request after another.
 *
 * The server makes the board and the figures once for everybody who asks at about the same time, and at most so many times a
 * second (`server/changes/shared-read.ts`). Asked without a pause, they would show that pace and not what a read costs. So each
 * is asked as often as one person could, and the other reads fill the time between.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { brand } from '#brand/brand.ts';
import { mostDays } from '#contract/desk/figures.ts';
import { staffTimes } from '#contract/desk/session.ts';
import { mintId } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import { addDays, dayAt } from '#server/calendar.ts';
import { envelopeOf, inquiryParams } from '../../tests/support/answers.ts';
import type { Engine, Places } from '../database.ts';
import { quantile } from '../measure.ts';
import { readCounts } from './counts.ts';
import { probeDisk } from './disk.ts';
import { type FilledServer, withFilledServer } from './filled-server.ts';
import type { Seeded } from './seed.ts';

const sizeGoals = { deskP99Ms: 100, leadP99Ms: 50 };

const leadPosted = 'a lead posted';
const diskWrite = 'the disk, 8 kB';
/** What is not a read of the desk. The disk has no goal: it shows what a lead waited for. */
const goals: Readonly<Record<string, number>> = {
  [leadPosted]: sizeGoals.leadP99Ms,
  [diskWrite]: Number.POSITIVE_INFINITY,
};

/** A disk that needs longer than this for 8 kB is used by others too (p99, in milliseconds). */
const quietDiskP99Ms = 25;
const mostTries = 3;

/** How often each question is asked, alone and beside an export. With a hundred answers, p99 would be the slowest of all. */
const rounds = 110;
/** The least time between two rounds: a person looks at one screen twice a second. */
const roundMs = 500;
/** How often a round asks each question: `own` is read anew for each caller, `shared` is read once for all callers. */
const timesInRound = { own: 3, shared: 1 };
const leadEveryMs = 40;

interface DeskRead {
  readonly path: (n: number) => string;
  readonly kind: keyof typeof timesInRound;
}

interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** The times of one size, by what was asked: `alone`, and `beside` an export. */
export interface SizeResult {
  readonly leads: number;
  readonly seededMs: number;
  readonly alone: Readonly<Record<string, Times>>;
  readonly beside: Readonly<Record<string, Times>>;
  readonly exportedRows: number;
  readonly exportMs: number;
  readonly memoryMb: number;
}

const timesOf = (list: readonly number[]): Times => {
  const sorted = [...list].sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
};

/** The questions by name. Each call asks for something different, as people do. */
function readsOf({ leadIds, requestIds }: Seeded, now: Date): Readonly<Record<string, DeskRead>> {
  const of = (ids: readonly string[], n: number) => ids[(n * 7919) % ids.length] ?? '';
  const own = (path: DeskRead['path']): DeskRead => ({ path, kind: 'own' });
  const shared = (path: string): DeskRead => ({ path: () => path, kind: 'shared' });
  const searched = (words: string) => `/api/desk/leads?status=all&search=${encodeURIComponent(words)}`;
  const rare = ['quill brandt', '555-0142', 'zoltan timber', 'ruiz harbor point', 'novak 0177'];
  const frequent = ['motors', 'example', '555', 'a', 'in'];
  const today = dayAt(now, brand.timeZone);
  return {
    'list of leads': own(
      (n) => ['/api/desk/leads', '/api/desk/leads?status=lost', '/api/desk/leads?flagged=yes'][n % 3] ?? '',
    ),
    'search, rare': own((n) => searched(rare[n % rare.length] ?? '')),
    'search, frequent': own((n) => searched(frequent[n % frequent.length] ?? '')),
    'search, nothing': own((n) => searched(`nobody ${n}`)),
    'record of a lead': own((n) => `/api/desk/leads/${of(leadIds, n)}`),
    'figures of four weeks': shared('/api/desk/figures?period=four-weeks'),
    'figures of a year': shared(`/api/desk/figures?period=custom&from=${addDays(today, 1 - mostDays)}&to=${today}`),
    'deal board': shared('/api/desk/board'),
    'search of requests': own((n) => `/api/desk/requests?search=${['pine', 'ridge', ''][n % 3]}`),
    'record of a request': own((n) => `/api/desk/requests/${of(requestIds, n)}`),
  };
}

class Desk {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#headers = { cookie, 'sec-fetch-site': 'same-origin' };
  }

  async read(path: string): Promise<number> {
    const beganMs = performance.now();
    const response = await fetch(this.#url + path, { headers: this.#headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`);
    return performance.now() - beganMs;
  }

  /** Asks every question in turn, for the given number of rounds. */
  async readAll(reads: ReturnType<typeof readsOf>): Promise<Record<string, Times>> {
    const times = new Map(Object.keys(reads).map((name) => [name, [] as number[]]));
    for (const { path } of Object.values(reads)) await this.read(path(0));
    for (let n = 1; n <= rounds; n++) {
      const beganMs = performance.now();
      for (const [name, { path, kind }] of Object.entries(reads)) {
        const often = timesInRound[kind];
        for (let time = 0; time < often; time++) times.get(name)?.push(await this.read(path(n * often + time)));
      }
      await sleep(Math.max(0, beganMs + roundMs - performance.now()));
    }
    return Object.fromEntries([...times].map(([name, list]) => [name, timesOf(list)]));
  }

  async post(path: string, body: object): Promise<unknown> {
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    const response = await fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  /** Exports everything. Returns the number of lines of the file and the time it took. */
  async export(kind: string): Promise<{ rows: number; ms: number }> {
    const beganMs = performance.now();
    const { address } = (await this.post('/api/desk/exports', { kind, filter: { status: 'all' } })) as {
      address: string;
    };
    const response = await fetch(this.#url + address, { headers: this.#headers });
    if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
    let rows = -1;
    for await (const piece of response.body as AsyncIterable<Uint8Array>)
      rows += piece.filter((byte) => byte === 10).length;
    return { rows, ms: performance.now() - beganMs };
  }

  async postLead(): Promise<number> {
    const form = { ...envelopeOf('inquiry'), template_params: inquiryParams({ submission_id: mintId() }) };
    const headers = { 'content-type': 'application/json' };
    const beganMs = performance.now();
    const response = await fetch(this.#url + sendPath, { method: 'POST', headers, body: JSON.stringify(form) });
    const text = await response.text();
    if (!response.ok) throw new Error(`A lead was answered ${response.status}: ${text}`);
    return performance.now() - beganMs;
  }

  async postLeadsUntil(stopped: () => boolean): Promise<number[]> {
    const times: number[] = [];
    while (!stopped()) {
      times.push(await this.postLead());
      await sleep(leadEveryMs);
    }
    return times;
  }
}

/**
 * Exports everything again and again until told to stop, as a person with a fresh proof. Returns the result of the first export.
 */
async function exportUntil(url: string, signIn: FilledServer['signIn'], kind: string, stopped: () => boolean) {
  let first: Awaited<ReturnType<Desk['export']>> | undefined;
  let desk = new Desk(url, await signIn());
  let provedMs = performance.now();
  do {
    if (performance.now() - provedMs > staffTimes.freshProofForMs / 2) {
      desk = new Desk(url, await signIn());
      provedMs = performance.now();
    }
    const exported = await desk.export(kind);
    first ??= exported;
  } while (!stopped());
  return first;
}

/** A failure of such work is reported only where the work is awaited. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

/** Asks every question while leads are posted and the disk is measured. Returns the times of all of them. */
async function readWhilePosting(desk: Desk, reads: ReturnType<typeof readsOf>, folder: string) {
  let isOver = false;
  const posting = quietly(desk.postLeadsUntil(() => isOver));
  const probing = quietly(probeDisk(folder, leadEveryMs, () => isOver));
  const times = await desk.readAll(reads).finally(() => {
    isOver = true;
  });
  return { ...times, [leadPosted]: timesOf(await posting), [diskWrite]: timesOf(await probing) };
}

async function measureServer({ server, signIn, seeded, metricsPort }: FilledServer, folder: string) {
  const desk = new Desk(server.url, await signIn());
  const reads = readsOf(seeded, new Date());
  for (let n = 0; n < 5; n++) await desk.postLead();
  const alone = await readWhilePosting(desk, reads, folder);
  let isOver = false;
  const exporting = quietly(exportUntil(server.url, signIn, 'leads', () => isOver));
  const beside = await readWhilePosting(desk, reads, folder).finally(() => {
    isOver = true;
  });
  const { rows, ms } = await exporting;
  const { memoryBytes } = await readCounts(metricsPort);
  return { alone, beside, exportedRows: rows, exportMs: ms, memoryMb: memoryBytes / 2 ** 20 };
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)}`.padStart(6);

/** Whether a lead took longer than its goal in a result while the disk alone took most of that time. */
const wasDisturbed = ({ alone, beside }: SizeResult): boolean =>
  [alone, beside].some((times) => {
    const [lead, disk] = [times[leadPosted]?.p99 ?? 0, times[diskWrite]?.p99 ?? 0];
    return lead > sizeGoals.leadP99Ms && disk > quietDiskP99Ms;
  });

/** What is said of a measurement that is made again. */
const sayDisturbed = ({ leads, alone, beside }: SizeResult): void => {
  const p99 = (name: string) => [alone, beside].map((times) => ms(times[name]?.p99 ?? Number.NaN).trim()).join(' and ');
  console.log(
    `${leads.toLocaleString('en')} leads once more: a lead took ${p99(leadPosted)} ms (p99, alone and beside an export), the disk alone ${p99(diskWrite)} ms`,
  );
};

/**
 * Measures one size on one engine. A lead waits for the disk. When it misses its goal and the disk alone was slow, because others used
 * it, the size is measured again, a few times at most. Each of these measurements is said.
 */
export async function measureSize(engine: Engine, leads: number, places: Places): Promise<SizeResult> {
  const measure = () =>
    withFilledServer(engine, leads, places, async (filled) => ({
      leads,
      seededMs: filled.seededMs,
      ...(await measureServer(filled, places.folder)),
    }));
  let result = await measure();
  for (let tries = 1; tries < mostTries && wasDisturbed(result); tries += 1) {
    sayDisturbed(result);
    result = await measure();
  }
  return result;
}

/** The median time of the reads at the last size, divided by that at the first. */
function growthOf(cells: readonly Times[]): string {
  const [first, last] = [cells[0], cells.at(-1)];
  return first && last && cells.length > 1 ? `   x${(last.p50 / first.p50).toFixed(1)}` : '';
}

/** Prints the sizes side by side: p50 and p99 in milliseconds, and how p50 grows. Returns true when every goal is reached. */
export function printSizes(engine: Engine, results: readonly SizeResult[]): boolean {
  let reached = true;
  console.log(
    `\n${engine}: p50 and p99 in ms, at ${results.map(({ leads }) => leads.toLocaleString('en')).join(', ')} leads; how p50 grows\n`,
  );
  for (const when of ['alone', 'beside'] as const) {
    console.log(when === 'alone' ? 'alone' : 'while an export of all leads runs');
    for (const name of Object.keys(results[0]?.[when] ?? {})) {
      const goal = goals[name] ?? sizeGoals.deskP99Ms;
      const cells = results.map((result) => result[when][name] ?? { p50: Number.NaN, p99: Number.NaN });
      const missed = cells.some(({ p99 }) => !(p99 <= goal));
      reached &&= !missed;
      const text = cells.map(({ p50, p99 }) => `${ms(p50)}${ms(p99)}`).join('  |');
      console.log(`  ${name.padEnd(22)}${text}${growthOf(cells)}${missed ? `   over ${goal} ms` : ''}`);
    }
  }
  for (const { leads, seededMs, exportedRows, exportMs, memoryMb } of results) {
    const rate = Math.round(exportedRows / (exportMs / 1000)).toLocaleString('en');
    console.log(
      `  ${leads.toLocaleString('en')} leads: filled in ${(seededMs / 1000).toFixed(0)} s; export of ${exportedRows.toLocaleString('en')} rows at ${rate} a second; server ${memoryMb.toFixed(0)} MB`,
    );
  }
  return reached;
}
