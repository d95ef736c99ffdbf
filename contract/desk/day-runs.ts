/** Neighbouring days with the same text. `first` and `last` are equal for a single day. */
interface DayRun<Day> {
  readonly first: Day;
  last: Day;
  readonly text: string;
}

/** Puts neighbouring days with the same text together, so that a week of hours is written in few words. */
export function dayRuns<Day>(days: Iterable<readonly [day: Day, text: string]>): readonly DayRun<Day>[] {
  const runs: DayRun<Day>[] = [];
  for (const [day, text] of days) {
    const run = runs.at(-1);
    if (run?.text === text) run.last = day;
    else runs.push({ first: day, last: day, text });
  }
  return runs;
}
