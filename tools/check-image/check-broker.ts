import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@picket/contracts/client';
import { formatInstant } from '@picket/domain/time';
import { signIn } from './check-product.ts';
import { check, until } from './checks.ts';
import { BASE, bringUp, compose, env, isHealthy, settings } from './compose-project.ts';

/** A broker beside it, whose accounts Picket manages: the sentry publishes over TLS, nobody else does. */
export async function checkBroker({ token, location }: { token: string; location: string }): Promise<void> {
  Object.assign(env, {
    PICKET_MQTT_URL: 'mqtt://picket@mosquitto:1883',
    PICKET_MQTT_MANAGED: 'true',
    PICKET_MQTT_DEVICE_URL: 'mqtts://localhost:8883',
  });
  await bringUp('mosquitto');
  await isHealthy();
  // A sentry of before the broker asks for its account.
  const asDevice = createClient({
    base: `${BASE}/api/v1`,
    credentials: 'omit',
    headers: () => ({ authorization: `Bearer ${token}` }),
  });
  const { token: newToken, mqtt: account } = await asDevice('POST /sentry/token', {});
  if (account === undefined) throw new Error('the sentry got no account at the broker');
  const authority = join(settings, 'mqtt-ca.pem');
  writeFileSync(authority, compose('run', '--rm', '--no-deps', '-T', 'secrets', 'cat', '/secrets/mqtt-ca.pem'));
  const message = {
    token: newToken,
    sentAt: formatInstant(Date.now()),
    readings: [{ sensorMetricId: 'environment_humidity', at: formatInstant(Date.now()), values: { value: 55 } }],
  };
  const publish = (password: string): boolean =>
    spawnSync('mosquitto_pub', [
      ...['-h', 'localhost', '-p', '8883', '--cafile', authority],
      ...['-i', account.clientId, '-u', account.username, '-P', password],
      ...['-q', '1', '-t', account.topics.telemetry, '-m', JSON.stringify(message)],
    ]).status === 0;
  const isPublished = await until(async () => (publish(account.password) ? true : null), 60);
  check('a sentry with its account publishes over TLS', isPublished === true);
  check('nobody else does', !publish('guessed'));
  const secondSession = await signIn();
  const came = await until(async () => {
    const { items } = await secondSession('GET /locations/{guid}/latest', { params: { guid: location } });
    return items.find(({ sensorMetricId }) => sensorMetricId === 'environment_humidity') ?? null;
  }, 30);
  check('with a broker beside it, a reading comes over MQTT', came?.value === 55);
}
