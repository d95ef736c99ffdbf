/** Checks of a single text that need no form table and no schema library. */
import type { Field } from './fields.ts';

/** The characters of a text that every storage engine, mail and terminal can carry: no controls but line feed and tab. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g, '')
      .trim()
  );
}

/** The error for an answer that is longer than its field allows; `undefined` for a shorter one. Spaces at the ends do not count. */
export function tooLongText(
  { label, maxLength }: Pick<Field, 'label' | 'maxLength'>,
  answer: string,
): string | undefined {
  const { length } = cleanText(answer);
  return length > maxLength ? `${label} has ${length} characters: shorten it to ${maxLength}` : undefined;
}
