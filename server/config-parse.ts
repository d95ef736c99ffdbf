/** How one variable of the environment is described and read. */
import { isIP } from 'node:net';
import { isOneAddress } from './mail-address.ts';

export interface Variable<T> {
  readonly meaning: string;
  /** What the value must be, as the error says it. */
  readonly mustBe: string;
  /** The text that stands in when the variable is not set; `undefined` leaves the value undefined. */
  readonly fallback?: string;
  /** The default in words, where it is not a text that could be written in the environment. */
  readonly otherwise?: string;
  readonly secret?: boolean;
  /** The value, or `undefined` when the text is none. */
  readonly parse: (text: string) => T | undefined;
}

export const variable = <T>(given: Variable<T> & { fallback: string }): Variable<T> & { fallback: string } => given;
export const optional = <T>(given: Omit<Variable<T>, 'fallback'>): Variable<T> => given;

export const text = (value: string) => value;
export const matching = (pattern: RegExp) => (value: string) => (pattern.test(value) ? value : undefined);
export const port = (value: string) => (/^\d{1,5}$/.test(value) && Number(value) <= 65535 ? Number(value) : undefined);
export const oneOf =
  <const T extends string>(...words: readonly T[]) =>
  (value: string) =>
    words.find((word) => word === value);
export const yesOrNo = (value: string) => ({ true: true, false: false })[value];

export function url(protocols: readonly string[], keep: (parsed: URL) => string = ({ href }) => href) {
  return (value: string) => {
    const parsed = URL.parse(value);
    return parsed && protocols.includes(parsed.protocol) ? keep(parsed) : undefined;
  };
}

export const isOrigin = (parsed: URL) => parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username;
export const origin = (value: string) =>
  url(['http:', 'https:'], (parsed) => (isOrigin(parsed) ? parsed.origin : ''))(value) || undefined;

export const listOf =
  <T>(parse: (text: string) => T | undefined) =>
  (value: string) => {
    const parts = value.split(',').flatMap((part) => part.trim() || []);
    const items = parts.map(parse);
    return items.every((item) => item !== undefined) ? (items as T[]) : undefined;
  };

export function proxy(value: string): string | undefined {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (value === 'loopback' || (bits === undefined && most > 0)) return value;
  return rest.length === 0 && /^\d+$/.test(bits ?? '') && Number(bits) <= most ? value : undefined;
}

export function limit(value: string) {
  const [, times, perSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(value) ?? [];
  return times && perSeconds ? { times: Number(times), perSeconds: Number(perSeconds) } : undefined;
}

export const mailAddress = (value: string) => (isOneAddress(value) ? value : undefined);
export const limitMustBe = 'a count and a span in seconds such as 30/600';
