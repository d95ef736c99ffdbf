const rightToLeft = /^(?!\u2068).*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name for a sentence. One in Hebrew or Arabic is set apart, because it would reorder the digits and signs around it. One
 * that is set apart already stays as it is.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
