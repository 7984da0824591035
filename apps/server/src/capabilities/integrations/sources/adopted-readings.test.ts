/** Which readings adopted devices have, at which instants, and whether their bridges are there. */
import type { AvailabilityRule } from '@picket/devices/announced';
import type { FormatValues } from '@picket/devices/formats/format';
import { announcementOf, messageOf } from '@picket/devices/formats/named-values';
import { SHELLY_GEN1 } from '@picket/devices/formats/shelly-gen1';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { Millis } from '@picket/domain/time';
import { expect, test } from 'vitest';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Mapping } from '../mapping-store.ts';
import { AdoptedReadings } from './adopted-readings.ts';

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

function readFlood(text: string): FormatValues {
  const reading = SHELLY_GEN1.open().read({
    topic: FLOOD,
    message: new DecodedMessage(text),
    receivedAt: NOW,
    known: () => null,
  });
  if (reading?.kind !== 'values') throw new Error('no values');
  return reading;
}

function mapping(bridge: AvailabilityRule | null = null): Mapping {
  const announced = announcementOf(readFlood('false'), null);
  const entity = announced?.kind === 'announced' ? announced.entities[0] : undefined;
  if (entity === undefined) throw new Error('no entity');
  const conversion = { scale: 1, offset: 0 };
  return { entities: [{ entity, sensorMetricId: 'fluid-a-b_leak', column: 'value', conversion }], bridge };
}

function open() {
  const adopted = new AdoptedReadings();
  const { deviceKey } = readFlood('false');
  adopted.replace([{ sentry: SENTRY, mapping: mapping() }]);
  /** The value and the milliseconds since NOW of what is read. */
  const read = (isLeaking: boolean, { own = null, now = NOW }: { own?: Millis | null; now?: Millis } = {}) => {
    return adopted
      .readingsOf(deviceKey, messageOf(readFlood(String(isLeaking)).values), { own, now })
      .flatMap(({ readings }) => readings.map(({ at, values }) => [values.value, Date.parse(at) - NOW]))
      .flat();
  };
  return { adopted, read };
}

test('a state that changes twice within a millisecond is two readings, in their order', () => {
  const { adopted, read } = open();
  expect([read(false), read(true), read(false)]).toEqual([
    [0, 0],
    [1, 1],
    [0, 2],
  ]);
  expect(read(true, { now: NOW + 1 })).toEqual([1, 3]);
  adopted.replace([{ sentry: SENTRY, mapping: mapping() }]);
  expect(read(false, { now: NOW + 2 })).toEqual([0, 4]);
  expect(read(true, { now: NOW + 9 })).toEqual([1, 9]);
});

test('the same state again is the reading of before', () => {
  const { read } = open();
  const own = NOW - 5000;
  expect([read(false, { own }), read(true, { own }), read(true, { own })]).toEqual([
    [0, -5000],
    [1, -4999],
    [1, -4999],
  ]);
  // As a sender repeats both after the next one.
  expect(read(false, { own: NOW - 1000 })).toEqual([0, -1000]);
  expect([read(false, { own }), read(true, { own })]).toEqual([
    [0, -5000],
    [1, -4999],
  ]);
});

test('what arrives late stays older than what came before it', () => {
  const { read } = open();
  expect(read(true, { own: NOW - 500 })).toEqual([1, -500]);
  expect(read(false, { own: NOW - 900 })).toEqual([0, -900]);
});

test('a clock that goes back, and a flood of changes, take no reading into the future', () => {
  const { read } = open();
  expect(read(true, { now: NOW + 3_600_000 })).toEqual([1, 3_600_000]);
  expect(read(false)).toEqual([0, 0]);
  const ahead = Array.from({ length: 5000 }, (_, index) => read(index % 2 === 0)[1] ?? 0);
  expect(Math.max(...ahead)).toBeLessThanOrEqual(1000);
});

const bridge: AvailabilityRule = {
  topic: 'bridge/state',
  rule: { path: [], operations: [] },
  available: 'online',
  notAvailable: 'offline',
  isBridge: true,
};

test('what a bridge repeats after its start is no reading, by a clock that may be set back since', () => {
  const { adopted, read } = open();
  adopted.replace([{ sentry: SENTRY, mapping: mapping(bridge) }]);
  adopted.observeBridge(bridge.topic, new DecodedMessage('online'), false, NOW);
  expect([read(true, { now: NOW + 9999 }), read(true, { now: NOW + 10_000 })]).toEqual([[], [1, 10_000]]);
  expect(read(true, { now: NOW - 3_600_000 })).toEqual([1, -3_600_000]);
});

test('a bridge that is gone counts while a device uses it', () => {
  const { adopted } = open();
  adopted.replace([{ sentry: SENTRY, mapping: mapping(bridge) }]);
  adopted.observeBridge(bridge.topic, new DecodedMessage('offline'), false, NOW);
  adopted.replace([{ sentry: SENTRY, mapping: mapping(bridge) }]);
  expect([adopted.areBridgesThere, [...adopted.bridgeTopics()]]).toEqual([false, [bridge.topic]]);
  adopted.replace([{ sentry: SENTRY, mapping: mapping() }]);
  expect([adopted.areBridgesThere, [...adopted.bridgeTopics()]]).toEqual([true, []]);
});
