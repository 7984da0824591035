import { expect, test } from 'vitest';
import { uniqueName } from './unique-name.ts';

test.each([
  ['Fridge', [], 'Fridge'],
  ['Fridge', ['Freezer', 'fridge'], 'Fridge 2'],
  ['Fridge', ['Fridge', 'FRIDGE 2', 'fridge3'], 'Fridge 4'],
])('%s beside %j is %s', (wanted, taken, name) => {
  expect(uniqueName(wanted, taken)).toBe(name);
});
