/** When the clocks of a time zone show a time. Moments are in milliseconds since 1970; wall-clock times too, as if they were of UTC. */

/** The offset of a zone's clocks from UTC at a moment, in milliseconds. */
export type OffsetAt = (ms: number) => number;

const dayMs = 24 * 60 * 60_000;

/** The two moments at which clocks may show a wall-clock time, by the offsets of the days around it; the earlier one is first. */
export function momentsOf(wall: number, offsetAt: OffsetAt): readonly [number, number] {
  const [before, after] = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)] as const;
  return [Math.min(before, after), Math.max(before, after)];
}

/** Whether the clocks show the time of a moment twice, because they are put back that night. */
export function comesTwice(ms: number, offsetAt: OffsetAt): boolean {
  const wall = ms + offsetAt(ms);
  const [first, last] = momentsOf(wall, offsetAt);
  return first !== last && [first, last].every((one) => one + offsetAt(one) === wall);
}
