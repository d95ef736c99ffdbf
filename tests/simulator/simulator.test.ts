/** The simulator plays whole nights in a process of its own, because it puts its clock in the place of the platform's. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

async function simulate(...options: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['tests/simulator/main.ts', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, said: out + err };
}

describe('the simulator', { timeout: 180_000 }, () => {
  test('R13 R33 R48 plays nights with every fault, and all of them come right', async () => {
    const { code, said } = await simulate('--seed', '1', '--nights', '12');
    expect(said).toContain('12 nights passed, 0 failed');
    expect(code).toBe(0);
  });

  test('plays the same night for the same seed, step for step', async () => {
    const [one, other] = await Promise.all([simulate('--seed', '7', '--log'), simulate('--seed', '7', '--log')]);
    const nightOf = ({ said }: { said: string }) => said.split('\n').slice(0, -2);
    expect(nightOf(one).length).toBeGreaterThan(30);
    expect(nightOf(one)).toEqual(nightOf(other));
  });
});
