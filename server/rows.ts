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

type ContractName<Column> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<ContractName<Tail>>}`
  : Column;

const contractNames = new Map<string, string>();

const contractNameOf = (column: string): string =>
  contractNames.getOrInsertComputed(column, () =>
    column.replace(/_(\w)/g, (_mark, letter: string) => letter.toUpperCase()),
  );

/** Only these columns of a row, under the names of the contract: `created_at` as `createdAt`. */
export const fieldsOf = <Row, Column extends keyof Row & string>(row: Row, ...columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [contractNameOf(column), row[column]])) as {
    [Name in Column as ContractName<Name>]: Row[Name];
  };
