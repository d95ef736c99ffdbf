/** A text as SQL writes it, for statements that a file or another program carries out. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
