import { expect, test } from 'vitest';
import { hostAndPort, zigbeeSettings } from './broker-settings.ts';
import { reachableBroker } from './reachable-address.ts';

const ACCOUNT = { address: 'mqtt://192.168.1.10:1883', user: 'picket-0a1b2c3d4e', password: 'secret_-1' };

test('the settings of Zigbee2MQTT', () => {
  expect(zigbeeSettings(ACCOUNT)).toBe(
    [
      'mqtt:',
      '  server: mqtt://192.168.1.10:1883',
      '  user: picket-0a1b2c3d4e',
      "  password: 'secret_-1'",
      '  version: 4',
      'homeassistant:',
      '  enabled: true',
    ].join('\n'),
  );
});

test('host and port of an address', () => {
  expect(hostAndPort(ACCOUNT.address)).toEqual({ host: '192.168.1.10', port: '1883' });
  expect(hostAndPort('mqtts://[fd00::5]:8883')).toEqual({ host: '[fd00::5]', port: '8883' });
});

test('a server that knows itself as localhost alone is where the browser has found it', () => {
  expect(reachableBroker('mqtt://localhost:1883', 'picket.lan')).toBe('mqtt://picket.lan:1883');
  expect(reachableBroker('mqtts://picket.example.org:8883', 'picket.lan')).toBe('mqtts://picket.example.org:8883');
});
