import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config/config.ts';
import { hostAndPort, parseHostAndPort } from './outbound-allowlist.ts';

const read = (environment: Record<string, string>) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/picket', ...environment }).delivery.allowed;

const problemOf = (environment: Record<string, string>): string => {
  try {
    read(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

describe('PICKET_OUTBOUND_ALLOWED', () => {
  test('is a list of hosts with their ports', () => {
    expect(read({})).toEqual([]);
    expect(
      read({ PICKET_OUTBOUND_ALLOWED: 'ntfy:80, everyone=NTFY.home.arpa:8080,192.168.1.5:443,[FD00::5]:9000,' }),
    ).toEqual([
      { host: 'ntfy', port: 80, forEveryone: false },
      { host: 'ntfy.home.arpa', port: 8080, forEveryone: true },
      { host: '192.168.1.5', port: 443, forEveryone: false },
      { host: '[fd00::5]', port: 9000, forEveryone: false },
    ]);
  });

  test.each([
    ['ntfy', 'must be a host and a port'],
    ['http://ntfy:80', 'must be a host and a port'],
    ['ntfy:80/path', 'must be a host and a port'],
    ['*:80', 'must be a host and a port'],
    ['*.home.arpa:80', 'must be a host and a port'],
    ['192.168.1.0/24', 'must be a host and a port'],
    ['192.168.1.0/24:80', 'must be a host and a port'],
    ['user@ntfy:80', 'must be a host and a port'],
    ['fd00::5:80', 'must be a host and a port'],
    ['ntfy:0', 'must have a port from 1 to 65535'],
    ['ntfy:65536', 'must have a port from 1 to 65535'],
    ['ntfy:http', 'must be a host and a port'],
    ['8.8.8.8:53', 'is on the internet'],
    ['169.254.169.254:80', 'is an address that Picket never connects to'],
    ['0.0.0.0:80', 'is an address that Picket never connects to'],
    ['[::127.0.0.1]:80', 'is an address that Picket never connects to'],
  ])('%s stops the start with one line', (entry, problem) => {
    expect(problemOf({ PICKET_OUTBOUND_ALLOWED: `ntfy:80,${entry}` })).toContain(
      `PICKET_OUTBOUND_ALLOWED: ${entry} ${problem}`,
    );
  });

  test('the setting it replaces stops the start and names it', () => {
    expect(problemOf({ PICKET_PRIVATE_DESTINATIONS: '192.168.1.0/24' })).toBe(
      'PICKET_PRIVATE_DESTINATIONS: was replaced by PICKET_OUTBOUND_ALLOWED; list each host and port there, such as ntfy:80',
    );
    expect(problemOf({ PICKET_PRIVATE_DESTINATIONS: '' })).toBe('');
  });

  test.each([
    ['PICKET_GUESSES', 'PICKET_SIGN_IN_RATE_LIMIT'],
    ['PICKET_LANES', 'PICKET_INGEST_CONCURRENCY'],
    ['PICKET_QUEUE', 'PICKET_INGEST_QUEUE_LIMIT'],
  ])('the old name %s stops the start with one line that names %s', (old, current) => {
    expect(problemOf({ [old]: '1' })).toBe(`${old}: was renamed to ${current}`);
  });
});

test.each([
  ['http://ntfy/x', 'ntfy:80'],
  ['https://NTFY./x', 'ntfy:443'],
  ['http://ntfy:8080', 'ntfy:8080'],
  ['http://[FD00:0::5]:80/', '[fd00::5]:80'],
  ['http://0x7f000001:81/', '127.0.0.1:81'],
])('%s leads to %s', (url, expected) => {
  expect(hostAndPort(new URL(url))).toBe(expected);
});

test('an entry has the form of the URLs it allows', () => {
  for (const text of ['ntfy:80', 'Ntfy.:80', '127.1:8080', '[fd00:0:0::5]:80', 'bücher.home.arpa:80']) {
    const entry = parseHostAndPort(text);
    if (typeof entry === 'string') throw new Error(entry);
    expect(`${entry.host}:${entry.port}`).toBe(hostAndPort(new URL(`http://${text}/`)));
  }
});
