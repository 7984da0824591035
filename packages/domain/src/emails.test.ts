import { expect, test } from 'vitest';
import { EMAIL } from './emails.ts';

test.each([
  'ada@picket.example',
  'user@host.lan1',
  'user@localhost',
  'user@192.168.1.5',
  "o'neil+night@mail.example",
  'jürgen@müller.example',
  '用户@例子.广告',
  'ada@xn--mller-kva.example',
  `${'a'.repeat(64)}@host`,
])('%s is an address', (address) => {
  expect(address).toMatch(EMAIL);
});

test.each([
  '',
  'ada',
  '@host',
  'ada@',
  'ada@@host',
  'ada@host@host',
  '.ada@host',
  'ada.@host',
  'a..da@host',
  'ada@-host',
  'ada@host-',
  'ada@host..example',
  'ada @host',
  'ada@ho st',
  'ada,bob@host',
  'Ada <ada@host>',
  '"ada"@host',
  'ada@host\nBcc: bob@host',
  'ada@host;bob',
  `${'a'.repeat(65)}@host`,
  `ada@${'a'.repeat(64)}`,
])('%s is none', (address) => {
  expect(address).not.toMatch(EMAIL);
});

test('a long text is rejected quickly', () => {
  expect(`${'a.'.repeat(50_000)}@`).not.toMatch(EMAIL);
  expect(`a@${'a.'.repeat(50_000)}-`).not.toMatch(EMAIL);
});
