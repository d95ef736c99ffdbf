const usualSliceRows = 200;

/**
 * Yields the rows of a long list. It reads them in slices, so that a command never holds the database for long.
 *
 * @param limit the most rows; infinity for all
 * @param read reads at most `rows` rows: those after `last`, or the first ones when there is no `last`
 * @param sliceRows the most rows of a slice
 */
export async function* inSlices<Row>(
  limit: number,
  read: (rows: number, last: Row | undefined) => Promise<readonly Row[]>,
  sliceRows: number = usualSliceRows,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (let left = limit; left > 0; ) {
    const rows = Math.min(left, sliceRows);
    const slice = await read(rows, last);
    yield* slice;
    last = slice.at(-1);
    left = slice.length < rows ? 0 : left - rows;
  }
}
