/** A telephone number for use in a sentence: no line ends within it. */
export const unbroken = (phone: string): string => phone.replaceAll(' ', '\u00a0');
