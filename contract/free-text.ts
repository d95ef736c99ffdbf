/** Free text, which may hold secrets of customers: how it is cleaned before it is stored, and how long it may be. */

import { cleanText } from './clean-text.ts';
import type { Field } from './fields.ts';
import { lengthBeforeMasking, maskSecrets } from './secrets.ts';

/** The additional info as it is stored and shown: secrets of customers are masked (R43). */
export const cleanAdditionalInfo = (typed: string): string => maskSecrets(cleanText(typed)).text;

/** The name of the person who asks, as it is stored and shown: on one line. */
export const cleanCallbackName = (typed: string): string => cleanAdditionalInfo(typed).replace(/\s+/g, ' ');

/** The length that counts. Spaces at the ends do not, and a masked secret counts as it was typed. */
const lengthOf = (typed: string): number => lengthBeforeMasking(cleanText(typed));

/**
 * Whether free text is longer than its field allows. Call it with what was typed, before secrets are searched for: that search
 * takes time in proportion to the square of the length.
 */
export const isTooLong = (typed: string, maxLength: number): boolean => lengthOf(typed) > maxLength;

/** The error for an answer that is longer than its field allows; `undefined` for a shorter one. */
export function tooLongText({ label, maxLength }: Pick<Field, 'label' | 'maxLength'>, answer: string) {
  const length = lengthOf(answer);
  return length > maxLength ? `${label} has ${length} characters: shorten it to ${maxLength}` : undefined;
}
