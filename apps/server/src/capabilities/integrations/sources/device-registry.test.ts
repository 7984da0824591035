import type { AnnouncedDevice, Announcement } from '@picket/devices/announced';
import { MAX_ENTITIES } from '@picket/devices/read-announcement';
import { expect, test } from 'vitest';
import { DeviceRegistry, MAX_VALUES } from './device-registry.ts';
import { storedDevice } from './stored-device.test-support.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const DEVICE: AnnouncedDevice = {
  identity: 'd',
  name: 'Device',
  maker: null,
  model: null,
  serialNumber: null,
  softwareVersion: null,
  availability: [],
};

const announced = (stateTopics: readonly string[], identity = 'd'): Announcement => ({
  kind: 'announced',
  device: { ...DEVICE, identity },
  entities: stateTopics.map((stateTopic, index) => ({
    id: `e${index}`,
    component: 'sensor' as const,
    name: 'Temperature',
    deviceClass: 'temperature',
    unit: '°C',
    category: null,
    stateTopic,
    rule: null,
    payloadOn: 'ON',
    payloadOff: 'OFF',
    expireAfterSeconds: null,
  })),
  leftOut: [],
});

function openRegistry(): DeviceRegistry {
  let guids = 0;
  return new DeviceRegistry([], () => `guid-${++guids}`);
}

test('of a device that is announced again and again, the topics of before are forgotten', () => {
  const registry = openRegistry();
  for (let time = 0; time < 10_000; time++) registry.announce('a/config', announced([`${time}/a`, `${time}/b`]), NOW);
  expect([...registry.stateTopics()]).toEqual(['9999/a', '9999/b']);
  for (let time = 0; time < 20; time++)
    registry.announce(`${time}/config`, announced(Array.from({ length: 200 }, (_, index) => `${time}/${index}`)), NOW);
  expect([...registry.stateTopics()].length).toBeLessThanOrEqual(MAX_ENTITIES);
});

test('an entity that is announced at another topic is announced there alone', () => {
  const registry = openRegistry();
  for (let time = 0; time < 1000; time++) registry.announce(`${time}/config`, announced([`${time}/state`]), NOW);
  expect([...registry.stateTopics()]).toEqual(['999/state']);
  expect([...registry.announcementTopics()]).toEqual(['999/config']);
  registry.announce('0/config', { kind: 'removed' }, NOW);
  expect(registry.deviceAt('999/config')?.entities).toHaveLength(1);
});

test('a topic that another announcement has as well stays', () => {
  const registry = openRegistry();
  registry.announce('a/config', announced(['state']), NOW);
  registry.announce('b/config', announced(['state'], 'other'), NOW);
  registry.announce('a/config', { kind: 'removed' }, NOW);
  expect(registry.isStateTopic('state')).toBe(true);
  registry.announce('b/config', { kind: 'removed' }, NOW);
  expect([...registry.stateTopics()]).toEqual([]);
});

test('of too many values the oldest devices give way, except those that are adopted', () => {
  const registry = openRegistry();
  const full = (name: number) =>
    registry.announce(
      `${name}/config`,
      announced(
        Array.from({ length: MAX_ENTITIES }, (_, index) => `${name}/${index}`),
        `d${name}`,
      ),
      NOW,
    );
  const count = MAX_VALUES / MAX_ENTITIES;
  for (let name = 0; name < count; name++) full(name);
  const [first] = registry.takeChanges(count).seen;
  registry.setKept([storedDevice(first, { sentry: 'sentry' })]);
  full(count);
  expect(registry.deviceAt('0/config')?.entities).toHaveLength(MAX_ENTITIES);
  expect(registry.deviceAt('1/config')).toBeNull();
  expect(registry.deviceAt('2/config')?.entities).toHaveLength(MAX_ENTITIES);
  expect(registry.deviceAt(`${count}/config`)?.entities).toHaveLength(MAX_ENTITIES);
  expect([...registry.stateTopics()]).toHaveLength(MAX_VALUES);
  expect(registry.takeChanges(count).gone).toHaveLength(1);
});

test.each([
  ['is announced no more', false],
  ['was announced again', true],
])('a device that is ignored while it %s is known by its row', (_, isBack) => {
  const registry = openRegistry();
  registry.announce('a/config', announced(['a']), NOW);
  const row = storedDevice(registry.takeChanges(1).seen[0], { ignoredBy: 'somebody' });
  registry.announce('a/config', { kind: 'removed' }, NOW);
  if (isBack) registry.announce('a/config', announced(['a']), NOW);
  registry.setKept([row]);
  registry.announce('a/config', announced(['b']), NOW);
  expect(registry.takeChanges(2).seen.map(({ guid }) => guid)).toEqual([row.guid]);
  registry.announce('a/config', { kind: 'removed' }, NOW);
  expect(registry.takeChanges(2).seen.map(({ guid }) => guid)).toEqual([row.guid]);
});

test.each([{ ignoredBy: 'somebody' }, { sentry: 'sentry' }])(
  'a device that is kept goes where it is kept no more and was announced no more: %o',
  (kept) => {
    const registry = openRegistry();
    registry.announce('a/config', announced(['a']), NOW);
    const [seen] = registry.takeChanges(1).seen;
    registry.setKept([storedDevice(seen, kept)]);
    registry.announce('a/config', { kind: 'removed' }, NOW);
    expect(registry.takeChanges(1).gone).toEqual([]);
    registry.setKept([storedDevice(seen, {})]);
    expect(registry.takeChanges(1).gone).toEqual([seen?.guid]);
  },
);
