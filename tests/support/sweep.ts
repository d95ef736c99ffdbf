/** A night's sweep as it comes about in an installation that never had one. */
import type { Context } from '#server/context.ts';

const dayMs = 24 * 60 * 60_000;

/** Lets the first sweep report, confirms it, and a day later lets the next one take what it found. Resolves to what became of that. */
export async function sweepConfirmed({ sweeps }: Pick<Context, 'sweeps'>, clock: { at: Date }): Promise<string> {
  await sweeps.look();
  const [report] = await sweeps.newest(1);
  await sweeps.confirm(null, report?.id ?? '');
  clock.at = new Date(clock.at.getTime() + dayMs);
  return sweeps.look();
}
