/**
 * Where pushes may go. A browser names the address that its pushes are sent to, so whoever has an account could make the server
 * call any address: only known push services are called, by https, and never at an address of a private network.
 */
import { lookup as lookupByName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** The push services of Chrome and Edge, Firefox, Safari, and Windows. A name stands for itself and for what is below it. */
export const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/** Addresses that no public service has (IANA special-purpose registries). */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is one of the public internet. An IPv4 address inside an IPv6 one counts as itself. */
export function isPublicAddress(address: string): boolean {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const plain = mapped ?? address;
  const family = isIP(plain);
  if (family === 0) return false;
  return !notPublic.check(plain, family === 4 ? 'ipv4' : 'ipv6') && !/^::ffff:/i.test(plain);
}

/**
 * Whether pushes may go to an endpoint. A configured host is `name` or `name:port`, stands for itself alone, and may be one of
 * a private network: the operator knows it.
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
