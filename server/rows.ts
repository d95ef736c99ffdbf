export const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

/** The distinct values of a column, without null. */
export const distinct = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): NonNullable<Row[Name]>[] => [
  ...new Set(rows.flatMap((row) => row[name] ?? [])),
];

/** The values of one column, by those of another. */
export const valuesBy = <Row, Key extends keyof Row, Name extends keyof Row>(
  rows: readonly Row[],
  key: Key,
  name: Name,
): Map<Row[Key], Row[Name]> => new Map(rows.map((row) => [row[key], row[name]]));
