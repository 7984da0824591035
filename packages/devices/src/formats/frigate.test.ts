/** Cameras of Frigate, by messages as its documentation has them, shortened. */
import { expect, test } from 'vitest';
import { bridgeOf } from '../bridge-topics.ts';
import { DecodedMessage } from '../value-rule.ts';
import { NOW } from './fake-devices.test-support.ts';
import type { FormatReader, FormatReading } from './format.ts';
import { FRIGATE } from './frigate.ts';
import { announcementOf } from './named-values.ts';

const item = (severity: string, more: object = {}) => ({
  id: '1718987129.308396-fqk5ka',
  camera: 'front_cam',
  start_time: 1718987129.308396,
  end_time: null,
  severity,
  thumb_path: '/media/frigate/clips/review/thumb-front_cam-1718987129.308396-fqk5ka.webp',
  data: { detections: ['1718987128.947436-g92ztx'], objects: ['person'], sub_labels: [], zones: [], audio: [] },
  ...more,
});
const review = (type: string, severity: string, more: object = {}) => ({
  type,
  before: item('detection'),
  after: item(severity, more),
});
const STATS = {
  cameras: { front_cam: { camera_fps: 5.1, process_fps: 5, pid: 12 }, yard: { camera_fps: 0, pid: 13 } },
  detectors: { cpu: { inference_speed: 40 } },
  service: { uptime: 3600, version: '0.16.1-abc', last_updated: 1718987120 },
};

const readWith = (reader: FormatReader, topic: string, sent: unknown): FormatReading | null =>
  reader.read({
    topic,
    message: new DecodedMessage(typeof sent === 'string' ? sent : JSON.stringify(sent)),
    receivedAt: NOW,
    known: () => null,
  });

/** What each message says of a camera: whether there is an alert, and whether anything is seen. */
function statesAfter(messages: readonly (readonly [topic: string, sent: unknown])[]) {
  const reader = FRIGATE.open();
  return messages.map(([topic, sent]) => {
    const reading = readWith(reader, topic, sent);
    if (reading?.kind !== 'values') return reading?.kind ?? null;
    return Object.fromEntries(reading.values.map(({ id, value }) => [id, value]));
  });
}

const seen = (alert: boolean, detection: boolean) => ({ alert: String(alert), detection: String(detection) });

test('a review item begins as a detection, becomes an alert, and ends', () => {
  expect(
    statesAfter([
      ['frigate/reviews', review('new', 'detection')],
      ['frigate/reviews', review('update', 'alert')],
      ['frigate/reviews', review('end', 'alert', { end_time: 1718987140.1 })],
    ]),
  ).toEqual([seen(false, true), seen(true, true), seen(false, false)]);
});

test('the end of an item that another has followed ends nothing; one that nobody saw begin is over', () => {
  expect(
    statesAfter([
      ['frigate/reviews', review('new', 'alert')],
      ['frigate/reviews', review('new', 'alert', { id: 'second' })],
      ['frigate/reviews', review('end', 'alert')],
      ['frigate/reviews', review('end', 'alert', { id: 'second' })],
      ['frigate/reviews', review('end', 'alert', { id: 'third' })],
    ]),
  ).toEqual([seen(true, true), seen(true, true), 'ignored', seen(false, false), seen(false, false)]);
});

test('an item that began before Frigate was started again is over', () => {
  const reader = FRIGATE.open();
  readWith(reader, 'frigate/reviews', review('new', 'alert'));
  const alertAt = (uptime: number, receivedAt: number) => {
    const message = new DecodedMessage(JSON.stringify({ ...STATS, service: { uptime } }));
    const reading = reader.read({ topic: 'frigate/stats', message, receivedAt, known: () => null });
    return reading?.kind === 'several' ? reading.readings[0]?.values[0]?.value : undefined;
  };
  expect(alertAt(3600, NOW + 60_000)).toBe('true');
  expect(alertAt(30, NOW + 120_000)).toBe('false');
});

test('a camera is motion by its alerts, known by its name, and gone with Frigate', () => {
  const reading = readWith(FRIGATE.open(), 'frigate/reviews', review('new', 'alert'));
  if (reading?.kind !== 'values') throw new Error('no values');
  const announced = announcementOf(reading, null);
  if (announced?.kind !== 'announced') throw new Error('not announced');
  expect(announced.device).toMatchObject({
    identity: 'frigate_frigate_front_cam',
    name: 'front_cam',
    maker: 'Frigate',
  });
  expect(bridgeOf(announced.device)).toMatchObject({ topic: 'frigate/available', notAvailable: 'offline' });
  expect(announced.entities.map(({ id, deviceClass }) => [id, deviceClass])).toEqual([
    ['alert', 'motion'],
    ['detection', null],
  ]);
});

test('the statistics name each camera; one without pictures is unknown', () => {
  const reading = readWith(FRIGATE.open(), 'upstairs/stats', STATS);
  if (reading?.kind !== 'several') throw new Error('not several');
  expect(
    reading.readings.map(({ device, values }) => [device.identity, device.softwareVersion, values[0]?.value]),
  ).toEqual([
    ['frigate_upstairs_front_cam', '0.16.1-abc', 'false'],
    ['frigate_upstairs_yard', '0.16.1-abc', null],
  ]);
});

const MINUTE = 60_000;
/** After an alert began, and messages may have been missed. */
function afterGap(how: 'broker' | 'frigate') {
  const reader = FRIGATE.open();
  readWith(reader, 'frigate/reviews', review('new', 'alert'));
  if (how === 'broker') reader.connected?.(NOW);
  else expect(readWith(reader, 'frigate/available', 'offline')).toBeNull();
  const alertAt = (minutes: number) => {
    const service = { uptime: 7200, version: '0.16' };
    const message = new DecodedMessage(JSON.stringify({ ...STATS, service }));
    const receivedAt = NOW + minutes * MINUTE;
    const reading = reader.read({ topic: 'frigate/stats', message, receivedAt, known: () => null });
    return reading?.kind === 'several' ? reading.readings[0]?.values.slice(0, 2).map(({ value }) => value) : null;
  };
  return { reader, alertAt };
}

test.each(['broker', 'frigate'] as const)(
  'after the %s was away, an item is unknown until Frigate says more',
  (how) => {
    const { reader, alertAt } = afterGap(how);
    expect(alertAt(1)).toEqual([null, null]);
    readWith(reader, 'frigate/reviews', review('update', 'alert'));
    expect(alertAt(2)).toEqual(['true', 'true']);
    reader.connected?.(NOW);
    readWith(reader, 'frigate/reviews', review('end', 'alert', { id: 'another, that began meanwhile' }));
    expect(alertAt(3)).toEqual(['false', 'false']);
  },
);

test('an item about which nothing is sent for a quarter of an hour after that is over', () => {
  const { reader, alertAt } = afterGap('broker');
  reader.connected?.(NOW + 10 * MINUTE);
  expect([alertAt(14), alertAt(15)]).toEqual([
    [null, null],
    ['false', 'false'],
  ]);
});

test.each<[string, string, unknown, unknown]>([
  ['no JSON', 'frigate/reviews', '{"type":', { kind: 'left-out', reason: 'NOT_JSON' }],
  ['a list', 'frigate/reviews', [], { kind: 'left-out', reason: 'NOT_JSON' }],
  ['no JSON of another program', 'shop/reviews', 'five stars', null],
  ['an object of another program', 'shop/reviews', { type: 'new', stars: 5 }, null],
  ['statistics of another program', 'shop/stats', { sold: 7 }, null],
  ['a severity that nobody knows', 'frigate/reviews', review('new', 'significant_motion'), { kind: 'ignored' }],
  ['a type that nobody knows', 'frigate/reviews', review('genai', 'alert'), { kind: 'ignored' }],
  ['no identity', 'frigate/reviews', review('new', 'alert', { id: 7 }), { kind: 'ignored' }],
  [
    'a camera that is no name',
    'frigate/reviews',
    review('new', 'alert', { camera: 7 }),
    { kind: 'left-out', reason: 'BAD_NAME' },
  ],
  [
    'a camera with a path',
    'frigate/reviews',
    review('new', 'alert', { camera: 'a/b' }),
    { kind: 'left-out', reason: 'BAD_NAME' },
  ],
  [
    'a prototype',
    'frigate/reviews',
    review('new', 'alert', { camera: '__proto__' }),
    { kind: 'left-out', reason: 'BAD_NAME' },
  ],
  ['another topic', 'frigate/front_cam/motion', 'ON', null],
])('%s', (_name, topic, sent, expected) => {
  expect(readWith(FRIGATE.open(), topic, sent)).toEqual(expected);
});

test('statistics with ten thousand cameras are bounded', () => {
  const cameras = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`c${index}`, { camera_fps: 5 }]));
  const reading = readWith(FRIGATE.open(), 'frigate/stats', { ...STATS, cameras });
  expect(reading?.kind === 'several' ? reading.readings.length : 0).toBe(100);
});
