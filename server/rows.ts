export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** The distinct values of a column, without null. */
export const distinct = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): NonNullable<Row[Name]>[] => [
  ...new Set(rows.flatMap((row) => row[name] ?? [])),
];
