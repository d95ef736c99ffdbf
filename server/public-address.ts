/**
 * Decides which addresses belong to the public internet. The server can reach private networks that others cannot. So an address
 * that somebody else chose, for a webhook or for a browser's pushes, must not lead into one.
 *
 * Not public are the ranges of the IANA special-purpose registries (RFC 6890, as of 2025) that are not globally reachable, and
 * multicast. An IPv6 address that carries an IPv4 address is refused, except through NAT64, where the carried address decides.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';

const refusedIpv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Ranges inside the global unicast range (2000::/3). Everything outside it is refused before this list is used. */
const refusedIpv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['2620:4f:8000::', 48],
] as const;

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const refused = new BlockList();
for (const [net, bits] of refusedIpv4) refused.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of refusedIpv6) refused.addSubnet(net, bits, 'ipv6');

/** The eight groups of an IPv6 address as numbers. */
export function groupsOf(address: string): number[] {
  // The URL parser writes every form of an address in the same way, also one that ends with an IPv4 address.
  const written = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = written.split('::');
  const read = (part: string) => part.split(':').flatMap((group) => (group === '' ? [] : [Number.parseInt(group, 16)]));
  const [left, right] = [read(head), read(tail)];
  const zeros = Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0);
  return written.includes('::') ? [...left, ...zeros, ...right] : left;
}

/** The IPv4 address that two groups carry. */
export const ipv4Of = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/**
 * The IPv4 address inside an IPv6 address of one of these kinds: mapped (RFC 4291 2.5.5.2), compatible (2.5.5.1), translated (RFC
 * 2765), 6to4 (RFC 3056), NAT64 (RFC 6052, RFC 8215), Teredo (RFC 4380, which inverts the client's address). Undefined for others.
 */
function carriedIpv4(address: string): { readonly ipv4: string; readonly by: 'nat64' | 'other' } | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address);
  const isStart = (...groups: number[]) => groups.every((group, index) => [a, b, c, d, e, f][index] === group);
  if (isStart(0x64, 0xff9b, 0, 0, 0, 0)) return { ipv4: ipv4Of(g, h), by: 'nat64' };
  const isOther =
    isStart(0, 0, 0, 0, 0, 0xffff) ||
    isStart(0, 0, 0, 0, 0xffff, 0) ||
    isStart(0, 0, 0, 0, 0, 0) ||
    isStart(0x64, 0xff9b);
  if (isOther) return { ipv4: ipv4Of(g, h), by: 'other' };
  if (a === 0x2002) return { ipv4: ipv4Of(b, c), by: 'other' };
  if (a === 0x2001 && b === 0) return { ipv4: ipv4Of(g ^ 0xffff, h ^ 0xffff), by: 'other' };
  return undefined;
}

/** Whether a list contains an address. The text must be a valid address. */
export const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether a text is an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const [plain = ''] = address.split('%');
  if (isIPv4(plain)) return !isIn(refused, plain);
  const carried = carriedIpv4(plain);
  // A network that has only IPv6 reaches every IPv4 address through its NAT64. The other kinds have no use on the public internet.
  if (carried) return carried.by === 'nat64' && !isIn(refused, carried.ipv4);
  return isIn(globalUnicast, plain) && !isIn(refused, plain);
}
