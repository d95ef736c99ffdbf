/** Plays nights in a process of their own, because the simulator puts its clock in the place of the platform's. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { accidents } from './accidents.ts';

export interface Simulated {
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

/** The accidents that happened in nights that were played, by what was printed. */
const accidentsIn = (said: string): string[] => /^Accidents at (.*)$/m.exec(said)?.[1]?.split(', ') ?? [];

/**
 * Plays so many nights, half of them in each of two processes. Returns what they printed when a night failed, and the
 * accidents that happened in none of them.
 */
export async function simulateNights(nights: number, seed = 1): Promise<string[]> {
  const half = Math.ceil(nights / 2);
  const played = await Promise.all(
    [seed, seed + half].map((first) => simulate('--seed', String(first), '--nights', String(half))),
  );
  const failed = played.flatMap(({ code, said }) =>
    code === 0 && said.includes(`${half} nights passed, 0 failed`) ? [] : [said],
  );
  const happened = played.flatMap(({ said }) => accidentsIn(said));
  const missed = accidents.filter((where) => !happened.includes(where)).map((where) => `no accident at ${where}`);
  return [...failed, ...missed];
}
