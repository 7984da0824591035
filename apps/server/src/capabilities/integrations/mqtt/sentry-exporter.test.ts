import type { ExportedSentry } from '@picket/devices/home-assistant/exported-sentry';
import { expect, test } from 'vitest';
import { SentryExporter } from './sentry-exporter.ts';

const sentry = (guid: string, value = 20): ExportedSentry => ({
  guid,
  name: guid,
  model: null,
  location: 'Basel',
  isOnline: true,
  series: [{ sensorMetricId: 'environment_temperature', column: 'value', value }],
  alerts: { open: 0, worst: null, names: [] },
});

function open(first: readonly ExportedSentry[]) {
  const world = { sentries: first, refuses: false, published: [] as string[] };
  const exporter = new SentryExporter(
    { integration: 'i', prefix: 'ha' },
    {
      load: async () => world.sentries,
      publish: async (topic, message) => {
        if (world.refuses) throw new Error('not authorized');
        world.published.push(message === '' ? `removed ${topic}` : topic);
      },
    },
  );
  let now = 0;
  const run = async (seconds = 10): Promise<readonly string[]> => {
    now += seconds * 1000;
    world.published = [];
    await exporter.run(now);
    return world.published;
  };
  return { world, exporter, run };
}

const AVAILABILITY = 'picket/homeassistant/i/availability';
const CONFIG = 'ha/device/picket-i/a/config';
const STATE = 'picket/homeassistant/i/a';

test('each ten seconds what is different is published, and everything again after a new connection', async () => {
  const { world, exporter, run } = open([sentry('a')]);
  expect(await run()).toEqual([AVAILABILITY, CONFIG, STATE]);
  world.sentries = [sentry('a', 21)];
  expect(await run(5)).toEqual([]);
  expect(await run(5)).toEqual([STATE]);
  expect(await run()).toEqual([]);
  exporter.connected();
  expect(await run(1)).toEqual([AVAILABILITY, CONFIG, STATE]);
});

test('a clock that is set back keeps nothing from being published', async () => {
  const { world, run } = open([sentry('a')]);
  await run(7200);
  world.sentries = [sentry('a', 21)];
  expect(await run(-3600)).toEqual([STATE]);
});

test('what the broker kept of an earlier process and is not wanted is removed; what others announced stays', async () => {
  const { exporter, run } = open([]);
  expect(await run()).toEqual([]);
  exporter.note(CONFIG, '{}');
  exporter.note('ha/device/picket-other/b/config', '{}');
  exporter.note('ha/device/c/config', '{}');
  expect(await run()).toEqual([`removed ${CONFIG}`, `removed ${STATE}`]);
  expect(await run()).toEqual([]);
});

test('what was announced below a prefix of before is removed', async () => {
  const { exporter, run } = open([sentry('a')]);
  await run();
  exporter.noteFormer('old', 'old/device/picket-i/a/config', '{}');
  exporter.noteFormer('old', 'old/device/picket-other/b/config', '{}');
  expect(await run()).toEqual(['removed old/device/picket-i/a/config']);
  expect(await run()).toEqual([]);
});

test('what is refused is published an hour later, whatever connections there were meanwhile', async () => {
  const { world, exporter, run } = open([sentry('a')]);
  world.refuses = true;
  await run();
  exporter.connected();
  world.refuses = false;
  expect(await run(3599)).toEqual([]);
  expect(exporter.isRefused).toBe(true);
  expect(await run(1)).toEqual([AVAILABILITY, CONFIG, STATE]);
  expect(exporter.isRefused).toBe(false);
});
