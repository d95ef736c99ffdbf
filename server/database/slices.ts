const usualSliceRows = 200;

type ReadSlice<Row> = (rows: number, last: Row | undefined) => Promise<readonly Row[]>;

/** The slices of a long list, for rows that are presented together. The parameters are those of `inSlices`. */
export async function* slicesOf<Row>(
  read: ReadSlice<Row>,
  sliceRows: number = usualSliceRows,
  limit: number = Infinity,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (let left = limit; left > 0; ) {
    const rows = Math.min(left, sliceRows);
    const slice = await read(rows, last);
    if (slice.length > 0) yield slice;
    last = slice.at(-1);
    left = slice.length < rows ? 0 : left - rows;
  }
}

/**
 * Yields the rows of a long list. It reads them in slices, so that a command never holds the database for long.
 *
 * @param limit the most rows; infinity for all
 * @param read reads at most `rows` rows: those after `last`, or the first ones when there is no `last`
 * @param sliceRows the most rows of a slice
 */
export async function* inSlices<Row>(
  limit: number,
  read: ReadSlice<Row>,
  sliceRows: number = usualSliceRows,
): AsyncGenerator<Row> {
  for await (const slice of slicesOf(read, sliceRows, limit)) yield* slice;
}
