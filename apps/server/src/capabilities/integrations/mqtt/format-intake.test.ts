/** What becomes of messages in any order: nothing that was kept is a reading, and what is remembered is bounded. */
import { FORMAT_FILTERS } from '@picket/devices/formats/known-formats';
import { announcementOf } from '@picket/devices/formats/named-values';
import { SHELLY_GEN1 } from '@picket/devices/formats/shelly-gen1';
import { DecodedMessage } from '@picket/devices/value-rule';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SentryActor } from '../../../platform/http/actor.ts';
import { type AdoptedReading, AdoptedReadings } from '../sources/adopted-readings.ts';
import { DeviceRegistry } from '../sources/device-registry.ts';
import { storedDevice } from '../sources/stored-device.test-support.ts';
import { FormatIntake } from './format-intake.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const FLOOD = 'shellies/shellyflood-1/sensor/flood';
const SENTRY: SentryActor = {
  kind: 'sentry',
  guid: 'sentry',
  tenant: 'tenant',
  location: 'location',
  reportIntervalSeconds: 60,
  clockSkewed: false,
  monitorRevision: 0,
  credentialHash: Buffer.alloc(0),
};

function open() {
  let guids = 0;
  const registry = new DeviceRegistry([], () => `guid-${++guids}`);
  const adopted = new AdoptedReadings();
  const reports: AdoptedReading[] = [];
  const report = async (one: AdoptedReading): Promise<void> => {
    reports.push(one);
  };
  const intake = new FormatIntake({ registry, adopted, report });
  const take = (topic: string, text: string, isRetained = false, now = NOW): void => {
    intake.take(topic, new DecodedMessage(text), isRetained, now);
  };
  return { registry, adopted, reports, intake, take };
}

/** As it is adopted after a first report. */
function adoptFlood({ adopted }: ReturnType<typeof open>): void {
  const message = new DecodedMessage('false');
  const reading = SHELLY_GEN1.open().read({ topic: FLOOD, message, receivedAt: NOW, known: () => null });
  const announced = reading?.kind === 'values' ? announcementOf(reading, null) : null;
  if (announced?.kind !== 'announced') throw new Error('not announced');
  const [entity] = announced.entities;
  if (entity === undefined) throw new Error('no entity');
  const mapped = {
    entity,
    sensorMetricId: 'fluid-a-b_leak',
    column: 'value',
    conversion: { scale: 1, offset: 0 },
  };
  adopted.replace([{ sentry: SENTRY, mapping: { entities: [mapped], bridge: null } }]);
}

test('one message about several devices is a device each', () => {
  const { registry, take } = open();
  const cameras = { front: { camera_fps: 5 }, yard: { camera_fps: 5 } };
  take('frigate/stats', JSON.stringify({ cameras, service: { uptime: 60, version: '0.16' } }));
  expect(['front', 'yard'].map((name) => registry.deviceAt(`frigate#frigate/${name}`)?.device.name)).toEqual([
    'front',
    'yard',
  ]);
});

test('after a new connection it is unknown whether what a camera saw goes on: its end may have been missed', () => {
  const { registry, intake, take } = open();
  const after = { id: 'a', camera: 'front', severity: 'alert' };
  take('frigate/reviews', JSON.stringify({ type: 'new', before: after, after }));
  intake.connected(NOW);
  take('frigate/stats', JSON.stringify({ cameras: { front: {} }, service: { uptime: 3600, version: '0.16' } }));
  const alert = registry.takeChanges(10).seen[0]?.entities.find(({ entityId }) => entityId === 'alert');
  expect(alert?.observation).toEqual({ kind: 'unknown' });
});

test('property: every reading is a live report, in its order, whatever was kept before or between', () => {
  const message = fc.record({ text: fc.constantFrom('true', 'false'), isRetained: fc.boolean() });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 20 }), (messages) => {
      const world = open();
      adoptFlood(world);
      for (const { text, isRetained } of messages) world.take(FLOOD, text, isRetained);
      const live = messages.filter(({ isRetained }) => !isRetained).map(({ text }) => (text === 'true' ? 1 : 0));
      expect(world.reports.flatMap(({ readings }) => readings.map(({ values }) => values.value))).toEqual(live);
    }),
  );
});

test('what was kept is shown without a time, and replaces nothing that was seen since', () => {
  const { registry, take } = open();
  const shown = () =>
    registry.takeChanges(10).seen[0]?.entities.map(({ observation, observedAt }) => [observation, observedAt]);
  take(FLOOD, 'true', true);
  expect(shown()).toEqual([[{ kind: 'state', isOn: true }, null]]);
  take(FLOOD, 'false');
  take(FLOOD, 'true', true);
  expect(shown()).toEqual([[{ kind: 'state', isOn: false }, '2026-03-02T12:00:00Z']]);
});

test('of two receivers of one sensor the first is listened to, and the other one once it has been silent for ten minutes', () => {
  const { registry, take } = open();
  const takeFrom = (gateway: string, tempc: number, at: number): void =>
    take(`home/${gateway}/BTtoMQTT/AABBCCDDEEFF`, JSON.stringify({ tempc }), false, at);
  const shown = () => registry.takeChanges(10).seen[0]?.entities[0]?.observation;
  takeFrom('near', 20, NOW);
  takeFrom('far', 99, NOW + 1000);
  expect(shown()).toEqual({ kind: 'number', value: 20 });
  takeFrom('far', 21, NOW + 600_000);
  takeFrom('near', 99, NOW + 601_000);
  expect(shown()).toEqual({ kind: 'number', value: 21 });
});

test('thousands of devices: 5,000 are kept, the others are counted', () => {
  const { registry, take } = open();
  for (let index = 0; index < 5200; index++)
    take(`home/OMG/BTtoMQTT/${index.toString(16).toUpperCase().padStart(12, '0')}`, '{"tempc":20}');
  expect([...registry.announcementTopics()]).toHaveLength(5000);
  expect(registry.leftOut.total).toBe(200);
});

test('a filter that the broker refuses leaves its topics to be subscribed to one by one', () => {
  const { registry, intake } = open();
  expect([intake.covers('tele/x/SENSOR'), intake.covers('tele/x/y'), intake.covers('tasmota#tele/x')]).toEqual([
    true,
    false,
    true,
  ]);
  intake.refused('tele/+/SENSOR', NOW);
  expect(intake.covers('tele/x/SENSOR')).toBe(false);
  expect(registry.leftOut.list()).toMatchObject([{ topic: 'tele/+/SENSOR', reason: 'SUBSCRIPTION_REFUSED' }]);
  intake.connected(NOW);
  expect(intake.covers('tele/x/SENSOR')).toBe(true);
});

test('a device that is adopted stays what it is when another one says that it is at its topic', () => {
  const { registry, take } = open();
  take('shellyplusht-0a1b2c/status/temperature:0', '{"id":0,"tC":20}');
  const [device] = registry.takeChanges(1).seen;
  registry.setKept([storedDevice(device, { sentry: 'sentry' })]);
  const other = { src: 'shellyplusht-ffffff', method: 'NotifyStatus', params: { 'temperature:0': { tC: 90 } } };
  take('shellyplusht-0a1b2c/events/rpc', JSON.stringify(other));
  expect(registry.deviceAt('shelly#shellyplusht-0a1b2c')?.device.identity).toBe('shellyplusht-0a1b2c');
});

/** Keys that readers look for, and those of every object. */
const KEYS = [
  ...[
    '__proto__',
    'constructor',
    'toString',
    'tempc',
    'Temperature',
    'TempUnit',
    'ENERGY',
    'Id',
    'sn',
    'tp',
    'ft',
    't',
  ],
  ...[
    'params',
    'src',
    'method',
    'temperature:0',
    'tC',
    'devicepower:0',
    'battery',
    'sys',
    'wakeup_period',
    'ts',
    'type',
  ],
  ...['data', 'object', 'deviceInfo', 'time', 'batteryLevel', 'end_device_ids', 'dev_eui', 'uplink_message'],
  ...['decoded_payload', 'normalized_payload', 'leak', 'motion', 'received_at'],
];
const levels = fc.oneof(
  fc.constantFrom('x', 'shellyht-abcdef', 'AABBCCDDEEFF', 'A84041B8D18C0A7F', '__proto__'),
  fc.string({ maxLength: 8 }),
);
const topics = fc
  .tuple(fc.constantFrom(...FORMAT_FILTERS), fc.array(levels, { minLength: 4, maxLength: 4 }))
  .map(([filter, names]) => {
    const left = [...names];
    return filter.replaceAll('+', () => left.shift() ?? '');
  });
const leaves = fc.oneof(
  fc.constantFrom(
    'NotifyStatus',
    'shellyht-abcdef',
    'A84041B8D18C0A7F',
    '3.4 V',
    '020106040FF990405',
    'C',
    '%prefix%/%topic%/',
    '1e999',
    '\ud800',
  ),
  fc.jsonValue({ maxDepth: 0 }),
);
const messages = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 8 }),
  ),
})).value;

test('property: whatever is published at the topics of the formats, nothing fails and no filter is subscribed to', () => {
  const { registry, intake, take } = open();
  fc.assert(
    fc.property(
      topics,
      fc.oneof(
        messages.map((sent) => JSON.stringify(sent)),
        fc.string(),
      ),
      fc.boolean(),
      (...sent) => {
        take(...sent);
        registry.takeChanges(10);
        expect(intake.topics().filter((topic) => /[#+\0]/u.test(topic))).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
});
