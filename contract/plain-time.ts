/**
 * A time that `Intl` wrote in American English, with small letters: `9:04 pm EST`. No line breaks within it. Browsers differ in the
 * space that they write before `PM`.
 */
export const plainTime = (text: string): string =>
  text.replace(/\s[AP]M\s?/, (half) => half.toLowerCase().replace(/\s/g, '\u00a0'));
