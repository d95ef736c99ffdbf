/** A telephone number as it stands in a sentence: it is not broken at its space. */
export const unbroken = (phone: string): string => phone.replaceAll(' ', '\u00a0');
