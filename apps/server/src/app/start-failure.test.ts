import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError } from '../platform/config/config.ts';
import { describeStartFailure, reasonOf } from './start-failure.ts';

const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });

test.each([
  [new ConfigError('PORT: must be a number'), 'PORT: must be a number'],
  [
    withCode('listen EADDRINUSE: address already in use', 'EADDRINUSE'),
    'listen EADDRINUSE: address already in use; set PORT to another one',
  ],
  [
    withCode('getaddrinfo ENOTFOUND nowhere', 'ENOTFOUND'),
    'HOST is no address of this machine: getaddrinfo ENOTFOUND nowhere',
  ],
  ['gone', 'gone'],
])('%s', (error, sentence) => expect(describeStartFailure(error)).toBe(sentence));

test('of a file the message says all', () => {
  const read = (): string => {
    try {
      return readdirSync('/dev/null/data').join();
    } catch (error) {
      return describeStartFailure(error);
    }
  };
  expect(read()).toBe("ENOTDIR: not a directory, scandir '/dev/null/data'");
});

test('an unexpected error keeps its stack', () => {
  const error = new TypeError('x is not a function');
  expect(describeStartFailure(error)).toBe(error.stack);
});

test('an address with several says what went wrong with each', () => {
  expect(reasonOf(new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')]))).toBe(
    'connect ::1; connect 127.0.0.1',
  );
});
