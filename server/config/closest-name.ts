/** Finds the variable that somebody probably meant by a name that is no variable. A wrong suggestion is worse than none. Pure. */

/**
 * How many symbols must be put in, left out, replaced or swapped with their neighbour to make one text of another (the optimal string
 * alignment distance).
 */
export function editsBetween(one: string, other: string): number {
  const { length } = other;
  let before: number[] = [];
  let last = Array.from({ length: length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swaps = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swaps ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[length] ?? 0;
}

/** From this length on a name may differ by two edits. In a shorter one, two edits make another word. */
const lengthOfTwoEdits = 13;

/** The known name that is closest to a misspelt one; undefined when none is close, or two are equally close. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const most = name.length < lengthOfTwoEdits ? 1 : 2;
  const close = known
    .map((one) => ({ one, edits: editsBetween(name, one) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits);
  const [first, second] = close;
  return first && first.edits !== second?.edits ? first.one : undefined;
}
