/** Plays nights in processes of their own, because the simulator replaces the platform's clock. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { accidents } from './accidents.ts';

interface Simulated {
  readonly code: number | null;
  /** What it printed. */
  readonly said: string;
}

export async function simulate(...options: string[]): Promise<Simulated> {
  const child = spawn(process.execPath, ['tests/simulator/main.ts', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, said: out + err };
}

/** The accidents that happened in the played nights, read from the output. */
const accidentsIn = (said: string): string[] => /^Accidents at (.*)$/m.exec(said)?.[1]?.split(', ') ?? [];

/** Nights that one process plays. Starting it costs as much as ten of them. */
const nightsInOne = 500;

/** Processes that play at once. */
const atOnce = 2;

interface Nights {
  /** The seed of the first night. */
  readonly seed?: number;
  readonly least: number;
  /** How many nights are played while there is time; `least` when absent. */
  readonly most?: number;
  /** After this time no process starts, unless `least` is not reached yet. In milliseconds since 1970. */
  readonly untilMs?: number;
}

/**
 * Plays nights in processes, two at a time. Returns the output of every process in which a night failed, and a line for each
 * accident that never happened.
 */
export async function simulateNights({
  seed = 1,
  least,
  most = least,
  untilMs = Number.POSITIVE_INFINITY,
}: Nights): Promise<string[]> {
  const share = Math.min(nightsInOne, Math.ceil(least / atOnce));
  const failed: string[] = [];
  const happened: string[] = [];
  let next = seed;
  let played = 0;
  async function playShares(): Promise<void> {
    while (next < seed + (Date.now() < untilMs ? most : least)) {
      const first = next;
      const count = Math.min(share, seed + most - first);
      next += count;
      const { code, said } = await simulate('--seed', String(first), '--nights', String(count));
      if (code !== 0 || !said.includes(`${count} nights passed, 0 failed`)) failed.push(said);
      happened.push(...accidentsIn(said));
      played += count;
      const [last = ''] = said.trimEnd().split('\n').slice(-1);
      process.stdout.write(`nights ${first} to ${first + count - 1}, ${played} of ${most}: ${last}\n`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, playShares));
  const missed = accidents.filter((where) => !happened.includes(where)).map((where) => `no accident at ${where}`);
  return [...failed, ...missed];
}
