import { expect, test } from 'vitest';
import { sourceOf } from './source-of.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['fe80::2%eth1', 'fe80::/64'],
  // Some proxies write the port as well; the caller chooses it.
  ['192.0.2.1:50123', '192.0.2.1'],
  ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]', '2001:db8:1:2::/64'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['192.0.2.1, 192.0.2.2', 'unknown'],
])('%s counts as %s', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

test('a network of 64 bits is one source, however many addresses are used; the next network is another', () => {
  const sources = new Set(
    Array.from({ length: 1000 }, (_, turn) =>
      sourceOf(`2001:db8:0:7:${turn.toString(16)}::${(turn * 7).toString(16)}`),
    ),
  );
  expect([...sources]).toEqual(['2001:db8:0:7::/64']);
  expect(sourceOf('2001:db8:0:8::1')).not.toBe('2001:db8:0:7::/64');
});
