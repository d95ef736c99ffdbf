/** Advice about secrets in free text, for a writer. In a file of its own, because a form loads it only once something is typed. */
import { maskSecrets, type Secret, secretNames } from './secrets.ts';

/** `a Social Security number`, `a card number and an account number`. */
function nameSecrets(found: readonly Secret[]): string {
  const named = found.map((secret) => `${secret === 'account' ? 'an' : 'a'} ${secretNames[secret]}`);
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

/** The advice beside free text that holds a secret; `undefined` when it holds none (R43). */
export function secretAdvice(text: string): string | undefined {
  const { found } = maskSecrets(text);
  if (found.length === 0) return undefined;
  return `This looks like ${nameSecrets(found)}. We never need one here, so it is taken out when you send.`;
}
