import { domainToASCII } from 'node:url';

/**
 * One address with nothing in it that a header or an envelope could read as a second one (RFC 5322 3.4.1, no quoted local part).
 */
const oneAddress = /^[^\s<>(),;:@"\\[\]\p{Cc}\p{Cf}]+@[^\s<>(),;:@"\\[\]\p{Cc}\p{Cf}]+$/u;

/** The longest address that SMTP carries, in characters (RFC 5321 4.5.3.1). */
const longest = 254;

/** Providers that deliver `a.b@` and `ab@` to the same mailbox. Gmail does so for both of its domains. */
const dotsDoNotCount = new Set(['gmail.com', 'googlemail.com']);

/**
 * A domain with letters beyond ASCII as mail servers know it, such as `xn--bcher-kva.example` for `bücher.example` (RFC 5891); empty when no
 * mail server can know it. Any other domain as it is: a number would become a network address.
 */
export const asciiDomain = (domain: string): string => (/\P{ASCII}/u.test(domain) ? domainToASCII(domain) : domain);

/**
 * The mailbox by which an address is counted: in lower case, with its domain in ASCII, without a plus sign and what follows it (most
 * providers ignore that), and without dots where the provider ignores them. Only for comparison: mail goes to the address as it was given.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const typed = address.slice(at + 1);
  const domain = (asciiDomain(typed) || typed).toLowerCase();
  const [name = ''] = address.slice(0, at).toLowerCase().split('+', 1);
  // An address that begins with a plus sign has nothing else to be counted by.
  const kept = name || address.slice(0, at).toLowerCase();
  if (!dotsDoNotCount.has(domain)) return `${kept}@${domain}`;
  return `${kept.replaceAll('.', '')}@gmail.com`;
}

/** Whether a text is exactly one address that may become a recipient or a Reply-To. */
export const isOneAddress = (text: string): boolean => text.length <= longest && oneAddress.test(text);
