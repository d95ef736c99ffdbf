import { describe, expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { createTargets } from './targets.ts';

const none = createTargets({ hosts: [], networks: [] });

describe('R187 an address that a webhook may not reach', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a01:203',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'no address',
  ])('is %s', (address) => {
    expect(none.mayConnect(address)).toBe(false);
  });

  test.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '64:ff9b::808:808',
  ])('is not %s, which is on the public internet', (address) => {
    expect(none.mayConnect(address)).toBe(true);
  });

  test('is reached all the same where the configuration allows it, and only there', () => {
    const some = createTargets({ hosts: ['automation.internal'], networks: ['10.1.0.0/16', '::1', '192.168.1.9'] });
    for (const address of ['10.1.255.1', '::1', '192.168.1.9']) expect(some.mayConnect(address)).toBe(true);
    for (const address of ['10.2.0.1', '::2', '192.168.1.8', '127.0.0.1']) expect(some.mayConnect(address)).toBe(false);
    expect(some.isAllowedName('Automation.Internal.')).toBe(true);
    expect(some.isAllowedName('other.internal')).toBe(false);
  });
});

describe('R187 the address of an endpoint', () => {
  test.each([
    ['https://[::ffff:127.0.0.1]/', 'privateAddress'],
    ['https://127.1/', 'privateAddress'],
    ['https://0x7f000001/', 'privateAddress'],
    ['https://2130706433/', 'privateAddress'],
    ['https://0177.0.0.1/', 'privateAddress'],
    ['https://127.0.0.1./', 'privateAddress'],
    ['https://[::1]/', 'privateAddress'],
    ['https://169.254.169.254/latest/meta-data', 'privateAddress'],
    ['http://dealer.example/hook', 'notHttps'],
    ['http://8.8.8.8/', 'notHttps'],
    ['https://user:password@dealer.example/', 'badUrl'],
    ['https://user@dealer.example/', 'badUrl'],
    ['ftp://dealer.example/', 'badUrl'],
    ['file:///etc/passwd', 'badUrl'],
    ['javascript:alert(1)', 'badUrl'],
    ['dealer.example', 'badUrl'],
    [`https://dealer.example/${'x'.repeat(500)}`, 'badUrl'],
  ])('cannot be %s', (typed, fault) => {
    expect(readAddress(typed, none)).toEqual({ fault });
  });

  test.each([
    [' https://dealer.example/hook?key=1#part ', 'https://dealer.example/hook?key=1'],
    ['https://dealer.example./hook', 'https://dealer.example/hook'],
    ['https://dealer.example:8443/', 'https://dealer.example:8443/'],
    ['https://localhost/', 'https://localhost/'],
  ])('can be %s: a name is judged when it is resolved, at each try', (typed, url) => {
    expect(readAddress(typed, none)).toEqual({ url });
  });

  test('can be on plain http where the configuration allows the host or its address', () => {
    const some = createTargets({ hosts: ['automation.internal'], networks: ['10.0.0.0/8'] });
    expect(readAddress('http://automation.internal:5678/x', some)).toEqual({
      url: 'http://automation.internal:5678/x',
    });
    expect(readAddress('http://10.1.2.3/', some)).toEqual({ url: 'http://10.1.2.3/' });
    expect(readAddress('http://10.1.2.3.example/', some)).toEqual({ fault: 'notHttps' });
  });
});
