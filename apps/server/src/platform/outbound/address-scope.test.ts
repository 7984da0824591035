import { isIP } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AddressScope, addressScope } from './address-scope.ts';

const ADDRESSES: Readonly<Record<AddressScope, readonly string[]>> = {
  PUBLIC: [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:80b::200e',
    // Mapped: connected to as IPv4.
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    // Through a translator to the internet.
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ],
  PRIVATE: [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '127.0.0.1',
    '127.255.255.254',
    '100.64.0.1',
    '100.127.255.255',
    '::1',
    'fc00::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:10.0.0.1',
    '0:0:0:0:0:ffff:c0a8:101',
  ],
  FORBIDDEN: [
    '0.0.0.0',
    '0.1.2.3',
    '169.254.169.254',
    '192.0.0.1',
    '192.0.0.170',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    // IPv4-compatible, written in each way, inside and outside.
    '::127.0.0.1',
    '::7f00:1',
    '::10.0.0.1',
    '::a00:1',
    '::8.8.8.8',
    '::808:808',
    '::0.0.0.2',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '::ffff:169.254.169.254',
    '::ffff:0.0.0.0',
    // 6to4, NAT64 to the inside, NAT64 of a network's own, Teredo.
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2002:808:808::1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::808:808',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    // Link-local, fec0::/10, multicast, discard, documentation, benchmarking, ORCHID, segment routing, unassigned.
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'feff::1',
    'ff02::1',
    'ff0e::1',
    '100::1',
    '100:0:0:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
    '1::1',
    '200::1',
    // No addresses at all.
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '1.2.3.4.5',
    '::g',
  ],
};

describe.each(Object.entries(ADDRESSES))('%s', (reach, addresses) => {
  test.each(addresses)('%s', (address) => {
    expect(addressScope(address)).toBe(reach);
  });
});

/** Written in a URL, an IPv4 address has many forms; what is judged is what the URL parser makes of them. */
test.each([
  ['127.1', 'PRIVATE'],
  ['127.0.1', 'PRIVATE'],
  ['2130706433', 'PRIVATE'],
  ['0x7f000001', 'PRIVATE'],
  ['0x7f.1', 'PRIVATE'],
  ['0177.0.0.1', 'PRIVATE'],
  ['017700000001', 'PRIVATE'],
  ['0x7F.0x0.0x0.0x1', 'PRIVATE'],
  ['127.0.0.1.', 'PRIVATE'],
  ['１２７.0.0.1', 'PRIVATE'],
  ['127。0。0。1', 'PRIVATE'],
  ['0', 'FORBIDDEN'],
  ['0xa9fea9fe', 'FORBIDDEN'],
  ['169.16689662', 'FORBIDDEN'],
  ['134744072', 'PUBLIC'],
  ['010.0.0.1', 'PUBLIC'],
  ['0xa.0.0.1', 'PRIVATE'],
  ['[::127.0.0.1]', 'FORBIDDEN'],
  ['[::ffff:127.0.0.1]', 'PRIVATE'],
  ['[0:0::1]', 'PRIVATE'],
  ['[2002:7f00:0001::]', 'FORBIDDEN'],
] as const)('https://%s/ leads to %s', (written, reach) => {
  const host = new URL(`https://${written}/`).hostname.replace(/^\[|\]$/gu, '');
  expect(isIP(host)).not.toBe(0);
  expect(addressScope(host)).toBe(reach);
});

test('every IPv4 address is judged the same when it is written as mapped IPv6', () => {
  for (let first = 0; first < 256; first += 1)
    for (const rest of ['0.0.1', '16.0.1', '64.0.1', '168.1.1', '254.169.254', '18.0.1', '0.2.1']) {
      const address = `${first}.${rest}`;
      expect([address, addressScope(`::ffff:${address}`)]).toEqual([address, addressScope(address)]);
    }
});
