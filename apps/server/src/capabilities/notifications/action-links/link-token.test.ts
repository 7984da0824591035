import { expect, test } from 'vitest';
import { linkToken, parseLink } from './link-token.ts';

const START = Date.UTC(2026, 2, 2, 1, 10, 5);
const keys = { links: Buffer.alloc(32, 7) };
const message = '01a2002f-2f8b-7c41-9478-c0f0346a2d2a';

test('what was signed is read; at its end it has expired', () => {
  const token = linkToken(keys, message, START + 1000);
  expect(token).toHaveLength(70);
  expect(parseLink(keys, token, START)).toEqual({ kind: 'VALID', message });
  expect(parseLink(keys, token, START + 1000)).toEqual({ kind: 'EXPIRED', message });
  expect(linkToken(keys, message, START + 1000)).toBe(token);
});

test('no single sign of it can be changed', () => {
  const token = linkToken(keys, message, START + 1000);
  for (const place of token.split('').keys()) {
    const other = token[place] === 'A' ? 'B' : 'A';
    const altered = `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
    expect(parseLink(keys, altered, START).kind, `${place}`).toBe('FORGED');
  }
  expect(parseLink({ links: Buffer.alloc(32, 8) }, token, START).kind).toBe('FORGED');
  for (const wrong of ['', 'x', `${token}=`, `${token}AA`, token.slice(1)])
    expect(parseLink(keys, wrong, START).kind).toBe('FORGED');
});
