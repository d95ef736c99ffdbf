import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#server/public-address.ts';
import { lookupPublic } from './push-hosts.ts';

describe('R93 an address of a push service', () => {
  it.each([
    ['142.250.74.106', true],
    ['2607:f8b0:4004:800::200a', true],
    // A network that has only IPv6 reaches the services by its NAT64. No other form of an IPv4 address has a use there.
    ['64:ff9b::8efa:4a6a', true],
    ['::ffff:142.250.74.106', false],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['ff02::1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:0:0:0:0:0:80ff:fffe', false],
    ['5f00::1', false],
    ['not an address', false],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  it('is not used when its name leads to this machine, whatever the name is', async () => {
    for (const all of [true, false]) {
      const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
        lookupPublic('localhost', { all }, (found) => resolve(found));
      });
      expect(error?.code).toBe('ENOTPUBLIC');
    }
  });
});
