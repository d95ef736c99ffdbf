/**
 * Decides which network addresses a webhook may reach. People at the desk choose the URL, so only addresses of the public internet are
 * allowed, and those that the configuration allows.
 */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { isIn, isPublicAddress } from '#server/public-address.ts';

/** The host names, addresses and networks that the configuration allows beside the public internet. */
interface AllowedTargets {
  readonly hosts: readonly string[];
  /** In CIDR notation or as single addresses. */
  readonly networks: readonly string[];
}

export type Targets = ReturnType<typeof createTargets>;

export function createTargets({ hosts, networks }: AllowedTargets) {
  const names = new Set(hosts.map((name) => name.toLowerCase()));
  const allowed = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    allowed.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family);
  }

  return {
    /** Whether the name of a host is allowed by the configuration, whatever it resolves to. */
    isAllowedName: (host: string): boolean => names.has(host.toLowerCase().replace(/\.$/, '')),

    mayConnect: (address: string): boolean => isIP(address) > 0 && (isIn(allowed, address) || isPublicAddress(address)),

    /** Whether the configuration names an address. */
    isAllowedAddress: (address: string): boolean => isIP(address) > 0 && isIn(allowed, address),
  };
}
