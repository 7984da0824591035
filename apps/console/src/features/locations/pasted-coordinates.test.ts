import { expect, test } from 'vitest';
import { pastedCoordinates } from './pasted-coordinates.ts';

test.each(['47.39, 8.52', '47.39,8.52', '47.39 8.52', ' 47.39; 8.52 '])('%s has both coordinates', (text) => {
  expect(pastedCoordinates(text)).toEqual({ latitude: '47.39', longitude: '8.52' });
});

test('those of languages with a decimal comma are separated by more than a comma', () => {
  expect(pastedCoordinates('47,39; 8,52')).toEqual({ latitude: '47,39', longitude: '8,52' });
  expect(pastedCoordinates('-47,39, -8,52')).toEqual({ latitude: '-47,39', longitude: '-8,52' });
});

test.each(['47', '47,', '47,3', '47,39', '47.39,', '47.39,8', '-8,52'])(
  '%s is one number that is being typed',
  (text) => {
    expect(pastedCoordinates(text)).toBeNull();
  },
);
