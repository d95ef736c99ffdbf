/** What is read off the rows of a query. */

/** The ids of rows. */
export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** The values that rows have in a column, each once and without null. */
export const distinct = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): NonNullable<Row[Name]>[] => [
  ...new Set(rows.flatMap((row) => row[name] ?? [])),
];
