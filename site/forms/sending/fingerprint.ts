import type { Answers } from '#contract/fields.ts';
import { cleanText } from '#contract/text.ts';

const clean = (answer: Answers[string]): Answers[string] => {
  if (typeof answer === 'string') return cleanText(answer);
  return Array.isArray(answer) ? answer.map(cleanText).sort() : answer;
};

const isEmpty = (answer: Answers[string]) =>
  answer === '' || answer === false || (Array.isArray(answer) && !answer.length);

/** FNV-1a over UTF-16 units, 32 bits in hex. */
function fnv1a(text: string, offset: number): string {
  let hash = offset;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/**
 * Says on this device whether two sets of answers are the same: 64 bits in hex, from the answers without their order, spacing
 * at the ends and empty ones. Plain http has no `crypto.subtle`; nothing secret depends on it, and the server has a
 * fingerprint of its own that decides.
 */
export function fingerprintOf(answers: Answers): string {
  const entries = Object.entries(answers)
    .map(([name, answer]) => [name, clean(answer)] as const)
    .filter(([, answer]) => !isEmpty(answer))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(entries);
  const reversed = Array.from(text).reverse().join('');
  return fnv1a(text, 0x811c9dc5) + fnv1a(reversed, 0x2a5f3b17);
}
