/** Checks the URL of an endpoint before its name is resolved. */
import { isIP } from 'node:net';
import type { Targets } from './targets.ts';

/**
 * The host of a URL: a name without the dot at its end, or an IP address without brackets. The URL parser has normalised IPv4 addresses
 * by then: `127.1`, `0x7f000001` and `2130706433` are `127.0.0.1` (URL Standard, IPv4 parser).
 */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');

/** Whether a URL may be posted to, judged by its text alone: https, or a host that the configuration allows; no user and no password. */
export function isUrlAllowed(url: URL, targets: Targets): boolean {
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '' || host === '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && (targets.isAllowedName(host) || targets.isAllowedAddress(host));
}

type AddressFault = 'badUrl' | 'notHttps' | 'privateAddress';

/** Reads the URL of an endpoint as it was typed, or says what is wrong with it. A name is judged at each try, when it is resolved. */
export function readAddress(
  typed: string,
  targets: Targets,
): { readonly url: string } | { readonly fault: AddressFault } {
  const url = URL.parse(typed.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    return { fault: 'badUrl' };
  }
  const host = hostOf(url);
  if (host === '' || url.href.length > 500) return { fault: 'badUrl' };
  if (isIP(host) > 0 && !targets.mayConnect(host)) return { fault: 'privateAddress' };
  if (!isUrlAllowed(url, targets)) return { fault: 'notHttps' };
  if (isIP(host) === 0) url.hostname = host;
  url.hash = '';
  return { url: url.href };
}
