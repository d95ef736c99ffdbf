/** The first sweeps of an installation. */
import type { Context } from '#server/context.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Runs the first sweep, which only reports, confirms it, and runs the next sweep a day later, which deletes. Resolves to the result
 * of that one.
 */
export async function sweepConfirmed({ sweeps }: Pick<Context, 'sweeps'>, clock: { at: Date }): Promise<string> {
  await sweeps.look();
  const [report] = await sweeps.newest(1);
  await sweeps.confirm(null, report?.id ?? '');
  clock.at = new Date(clock.at.getTime() + dayMs);
  return sweeps.look();
}
