import { expect, test } from 'vitest';
import { z } from 'zod';
import { listenerConfig, listenerShape } from './listener-settings.ts';

const read = (environment: Record<string, string>) => listenerConfig(z.object(listenerShape).parse(environment));
const TLS = { PICKET_MQTT_TLS_CERT: '/tls/cert.pem', PICKET_MQTT_TLS_KEY: '/tls/key.pem' };

test.each([
  ['127.0.0.1:1883', { host: '127.0.0.1', port: 1883 }],
  ['[::1]:1883', { host: '::1', port: 1883 }],
  ['192.168.1.10:1883', { host: '192.168.1.10', port: 1883 }],
  ['localhost:1883', { host: 'localhost', port: 1883 }],
])('%s needs no TLS', (PICKET_MQTT_LISTEN, expected) =>
  expect(read({ PICKET_MQTT_LISTEN })).toEqual({ deviceListener: { ...expected, tls: null } }),
);

test.each(['0.0.0.0:1883', '[::]:1883', '203.0.113.7:1883', 'picket.example.org:1883'])(
  '%s needs TLS, or the word of the operator',
  (PICKET_MQTT_LISTEN) => {
    expect(() => read({ PICKET_MQTT_LISTEN })).toThrow('neither loopback nor a private address');
    expect(read({ PICKET_MQTT_LISTEN, ...TLS }).deviceListener?.tls).toEqual({
      certFile: '/tls/cert.pem',
      keyFile: '/tls/key.pem',
    });
    expect(read({ PICKET_MQTT_LISTEN, PICKET_MQTT_LISTEN_PLAIN: 'true' }).deviceListener?.tls).toBeNull();
  },
);

test.each(['1883', ':1883', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:70000', 'a b:1883', '::1:1883'])(
  '%s is no host and port',
  (PICKET_MQTT_LISTEN) => expect(() => read({ PICKET_MQTT_LISTEN })).toThrow('is no host and port'),
);

test('a certificate needs its key; without the setting there is no broker', () => {
  expect(() => read({ PICKET_MQTT_TLS_CERT: 'cert.pem' })).toThrow('belong together');
  expect(read(TLS)).toEqual({ deviceListener: null });
});
