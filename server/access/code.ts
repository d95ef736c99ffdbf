/** Access codes as text: how one is made and named. How a typed one is read is in the contract. */
import { accessCodeLength, isWholeCode, readAccessCode } from '#contract/access-code.ts';
import { idPattern } from '#contract/reference.ts';
import { mintSymbols } from '#server/secret-symbols.ts';

/** A new code of 60 random bits. */
export const mintCode = (): string => mintSymbols(accessCodeLength);

/** How an operator says which code: by its number, by its id, or by the code itself. */
export type CodeName = { readonly number: number } | { readonly id: string } | { readonly code: string };

/** Reads what an operator typed to name a code; undefined when it is no name. */
export function readCodeName(typed: string): CodeName | undefined {
  const text = typed.trim();
  if (/^[1-9]\d{0,8}$/.test(text)) return { number: Number(text) };
  if (idPattern.test(text.toLowerCase())) return { id: text.toLowerCase() };
  const code = readAccessCode(text);
  return isWholeCode(code) ? { code } : undefined;
}
