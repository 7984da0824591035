import { expect, test } from 'vitest';
import { type AddressText, addressText, withAddress, withTyped } from './address-text.ts';

const typed = (state: AddressText, ...texts: string[]): AddressText =>
  texts.reduce((before, text) => withTyped(before, text, text.trim()), state);

test('what is typed stays while the address follows it', () => {
  let state = typed(addressText(''), 'r', 'ro', 'roo');
  state = withAddress(state, '');
  expect(state.text).toBe('roo');
  for (const address of ['r', 'roo']) {
    state = withAddress(state, address);
    expect(state.text).toBe('roo');
  }
  expect(state.sent).toEqual([]);
});

test('a link to another address changes what stands in the field', () => {
  const state = withAddress(typed(addressText(''), 'roof'), 'roof');
  expect(withAddress(state, '').text).toBe('');
  expect(withAddress(state, 'door').text).toBe('door');
});

test('a space at the end stays, though the address has none', () => {
  const state = withAddress(typed(addressText(''), 'roof', 'roof '), 'roof');
  expect(state).toEqual({ text: 'roof ', seen: 'roof', sent: [] });
  expect(withAddress(state, '').text).toBe('');
});
