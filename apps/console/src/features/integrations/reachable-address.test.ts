import { expect, test } from 'vitest';
import { reachableAddress } from './reachable-address.ts';

const PATH = '/api/v1/hooks/Q2w9fJ4xVb7sT1mZ8nL0';

test.each([
  [
    'that of the operator',
    `https://picket.example.org${PATH}`,
    'http://10.0.0.5:8080/api/v1',
    `https://picket.example.org${PATH}`,
  ],
  ['that of the browser', `http://localhost:8080${PATH}`, 'http://10.0.0.5:8080/api/v1', `http://10.0.0.5:8080${PATH}`],
  ['on this machine', `http://localhost:0${PATH}`, 'http://localhost:8080/api/v1', `http://localhost:8080${PATH}`],
])('%s', (_name, address, base, expected) => {
  expect(reachableAddress(address, base)).toBe(expected);
});
