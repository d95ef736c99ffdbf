/** A text as an SQL literal, for statements that are written to a file or run by another program. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
