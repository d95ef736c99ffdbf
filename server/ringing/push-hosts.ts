/**
 * Decides where pushes may go. A browser names the URL to which its pushes are sent, so anybody with an account could make the server
 * call any URL. So only known push services are called, by https, and never at an address of a private network.
 */
import { lookup as lookupByName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '#server/public-address.ts';

/** The push services of Chrome and Edge, Firefox, Safari, and Windows. A name stands for itself and for what is below it. */
const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/**
 * The URL of an endpoint, if pushes may go there; undefined otherwise. A configured host is `name` or `name:port`, without its subdomains.
 * It is trusted, so it may be in a private network.
 */
export function pushTargetOf(
  endpoint: string,
  configured: readonly string[],
): { readonly url: URL; readonly trusted: boolean } | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.hash !== '') return undefined;
  if (configured.includes(url.host)) return { url, trusted: true };
  const isKnown = knownPushHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isKnown && url.port === '' ? { url, trusted: false } : undefined;
}

/** Looks a name up and gives only public addresses, so that a name that leads into a private network is not called. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupByName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const found = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = found;
    if (!first) {
      const refused = Object.assign(new Error(`${hostname} has no public address`), { code: 'ENOTPUBLIC' });
      return callback(refused, '', 0);
    }
    if (options.all) return callback(null, found);
    return callback(null, first.address, first.family);
  });
};
