/** Passwords: which may be chosen, and how they are hashed. */
import { argon2 as argon2Callback, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { passwordLength } from '#contract/desk/session.ts';

const argon2 = promisify(argon2Callback);

/** Argon2id with the first setting of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const argon2Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** The bytes of a password, which are the same however a keyboard composes its letters (RFC 8265 4.2.2). */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFC'), 'utf8');

const hashWith = (password: string, nonce: Buffer, cost: typeof argon2Cost) =>
  argon2('argon2id', { message: bytesOf(password), nonce, ...cost, tagLength: hashBytes });

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A hash as it is stored, in the usual form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
function storedForm(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = argon2Cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
}

/** The stored form of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return storedForm(salt, await hashWith(password, salt, argon2Cost));
}

/** The hash for an account that does not exist, so that checking a password costs the same work. No password has this hash. */
export const nobodysHash = storedForm(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Whether a password is the stored one. A text that is no stored form costs the same work. */
export async function isPassword(password: string, kept: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = stored.exec(kept) ?? stored.exec(nobodysHash) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const made = await hashWith(password, Buffer.from(salt, 'base64'), cost);
  const expected = Buffer.from(hash, 'base64');
  return expected.length === made.length && timingSafeEqual(made, expected);
}

/** Why a password may not be chosen. */
export type PasswordFault = 'passwordTooShort' | 'passwordTooLong' | 'passwordCommon';

/** The shortest word that counts as common. Shorter ones are part of too many good passwords. */
const shortestPart = 4;

let commonest: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 passwords that leaked most often. They are loaded when the first password is chosen: about 4 MB. */
function loadCommonest(): Promise<ReadonlySet<string>> {
  commonest ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common']].map(String)),
  );
  return commonest;
}

/** Whether a text is one piece, a piece that is repeated, or up to three characters that are repeated. */
function isOnePiece(text: string, isPiece: (text: string) => boolean): boolean {
  if (isPiece(text)) return true;
  for (let length = 1; length <= text.length / 2; length++) {
    if (text.length % length !== 0) continue;
    const piece = text.slice(0, length);
    if (text === piece.repeat(text.length / length) && (length < shortestPart || isPiece(piece))) return true;
  }
  return false;
}

/**
 * Whether a password is among those that attackers try first: one word of the list, or two in a row, each repeated any number of times. At
 * 15 characters people lengthen a short password like that: `passwordpassword`, `qwerty1234567890`. Three or more different words in a
 * row are a passphrase.
 *
 * @param own what others know of the person, such as their name and address
 */
async function isCommon(password: string, own: readonly string[]): Promise<boolean> {
  const listed = await loadCommonest();
  const known = new Set(own.map((text) => text.toLowerCase()).filter((text) => text.length >= shortestPart));
  const text = password.normalize('NFKC').toLowerCase();
  const isPiece = (piece: string) => piece.length >= shortestPart && (listed.has(piece) || known.has(piece));
  if (isOnePiece(text, isPiece)) return true;
  for (let at = shortestPart; at <= text.length - shortestPart; at++) {
    if (isOnePiece(text.slice(0, at), isPiece) && isOnePiece(text.slice(at), isPiece)) return true;
  }
  return false;
}

/** Why a password may not be chosen; undefined when it may. There are no rules about its characters. */
export async function passwordFault(password: string, own: readonly string[]): Promise<PasswordFault | undefined> {
  const characters = [...password.normalize('NFC')].length;
  if (characters < passwordLength.least) return 'passwordTooShort';
  if (characters > passwordLength.most) return 'passwordTooLong';
  return (await isCommon(password, own)) ? 'passwordCommon' : undefined;
}
