import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (setting: string | undefined) =>
  readConfig({ DATABASE_URL: 'postgres://localhost/picket', PICKET_TRUST_PROXY: setting }).trustProxy;

describe('PICKET_TRUST_PROXY', () => {
  test.each([
    [undefined, false],
    ['', false],
    ['false', false],
    ['0', false],
    ['true', 1],
    ['1', 1],
    ['2', 2],
    ['10', 10],
    ['10.0.0.9', ['10.0.0.9']],
    [' 10.0.0.0/8 , fd00::/8,::1 ', ['10.0.0.0/8', 'fd00::/8', '::1']],
  ])('%s is %j', (setting, trusted) => {
    expect(read(setting)).toEqual(trusted);
  });

  test.each([
    ['yes'],
    ['-1'],
    ['1.5'],
    ['11'],
    ['caddy'],
    ['loopback'],
    ['10.0.0.9,'],
    ['10.0.0.0/33'],
    ['10.0.0'],
    ['0x7f000001'],
    ['10.0.0.1 10.0.0.2'],
    // Everybody would be believed.
    ['0.0.0.0/0'],
    ['::/0'],
  ])('%s stops the start with one line', (setting) => {
    const problem = (() => {
      try {
        return read(setting);
      } catch (error) {
        return error;
      }
    })();
    expect(problem).toBeInstanceOf(ConfigError);
    expect((problem as ConfigError).message).toBe(
      `PICKET_TRUST_PROXY: ${setting} is neither false, nor a number of proxies (1 to 10), nor addresses or networks such as 10.0.0.9,fd00::/8`,
    );
  });
});
