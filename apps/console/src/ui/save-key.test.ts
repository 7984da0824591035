import { expect, test } from 'vitest';
import { saveKeyEffect } from './save-key.ts';

/** A form as far as it is asked for its button; null: it has none that can be pressed. */
const formWith = (button: object | null) => ({ querySelector: () => button });

test('Ctrl-S submits once what the button of the form would submit', () => {
  expect(saveKeyEffect({ repeat: false }, formWith({}))).toBe('submits');
  expect(saveKeyEffect({ repeat: true }, formWith({}))).toBe('none');
  expect(saveKeyEffect({ repeat: false }, formWith(null))).toBe('isRefused');
  expect(saveKeyEffect({ repeat: true }, formWith(null))).toBe('none');
});
