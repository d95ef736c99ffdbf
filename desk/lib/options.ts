/** Names with their words: `{ inquiry: 'Inquiry' }`. Pure. */

/** The name that a text is; undefined for any other text. */
export const oneOf = <Name extends string>(names: readonly Name[], text: FormDataEntryValue | null): Name | undefined =>
  names.find((name) => name === text);

/** The options of a choice, in the order in which the words are listed. */
export const optionsOf = <Name extends string>(words: Readonly<Record<Name, string>>) =>
  (Object.keys(words) as Name[]).map((value) => ({ value, label: words[value] }));
