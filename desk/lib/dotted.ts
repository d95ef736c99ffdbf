/** The texts that there are, with a dot between them. */
export const dotted = (...texts: readonly (string | false | null | undefined)[]): string =>
  texts.filter(Boolean).join(' · ');
