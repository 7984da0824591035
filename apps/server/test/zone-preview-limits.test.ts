/** How much a preview of a zone may take, and that others are served meanwhile. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { Replay } from '@picket/monitor';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { iterateFrames } from '../src/capabilities/timeseries/index.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

const METRIC = 'thermal_temperature';
const DAY = 86_400_000;

let picket: Picket;
let location: string;
let device: Device;
let tenant: string;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
  const found = await picket.platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } });
  tenant = found.tenantGuid;
});
afterAll(() => picket.close());
beforeEach(async () => {
  device = await picket.addDevice(location);
});

/** Stores pictures, ten seconds apart, up to now; one cell of each is known. */
async function addPictures(count: number, rows: number, columns: number): Promise<void> {
  await picket.platform.db.console.query(
    `INSERT INTO frame (tenant_guid, sentry_guid, sensor_metric_id, at, rows, columns, data)
     SELECT $1::uuid, $2::uuid, $3, $4::timestamptz - n * interval '10 s', $5::int, $6::int, '\\x00000000'
       FROM generate_series(1, $7::int) n`,
    [tenant, device.sentry, METRIC, new Date(picket.clock.now()), rows, columns, count],
  );
}

const policyOf = (violations: number) => ({
  violations: Array.from({ length: violations }, (_, number) => ({
    description: `Hot ${number}`,
    severity: 300,
    conditions: [{ sensorMetricId: METRIC, column: 'max', operator: 'GREATER_THAN', threshold: number + 1 }],
  })),
});

const preview = (violations: number) =>
  picket.call<ResponseOf<'POST /locations/{guid}/zones/preview'> & { message?: string }>(
    'POST',
    `/locations/${location}/zones/preview`,
    {
      as: picket.admin,
      body: {
        sentry: device.sentry,
        sensorMetricId: METRIC,
        rows: 24,
        columns: 32,
        exclusions: Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included')),
        definition: policyOf(violations),
        from: formatInstant(picket.clock.now() + 1 - 31 * DAY),
        to: formatInstant(picket.clock.now() + 1),
      },
    },
  );

test('a month of pictures with very many violations is refused', async () => {
  await addPictures(60_000, 24, 32);
  const { status, body } = await preview(64);
  expect([status, body.message], JSON.stringify(body)).toEqual([422, expect.stringContaining('too many pictures')]);
});

test('more than a gigabyte of pictures is refused before it is read', async () => {
  await addPictures(820, 480, 640);
  const { status, body } = await preview(1);
  expect([status, body.message], JSON.stringify(body)).toEqual([422, expect.stringContaining('too many pictures')]);
});

test('other requests are served while pictures are replayed', async () => {
  await addPictures(5000, 24, 32);
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  onTestFinished(() => {
    isOver = true;
  });
  setImmediate(count);
  const batches: { readonly turn: number; readonly readings: number }[] = [];
  const { apply } = Replay.prototype;
  const spy = vi.spyOn(Replay.prototype, 'apply').mockImplementation(function (this: Replay, readings) {
    batches.push({ turn, readings: readings.length });
    apply.call(this, readings);
  });
  onTestFinished(() => spy.mockRestore());
  const { status, body } = await preview(1);
  expect([status, body.pictures], JSON.stringify(body)).toEqual([200, 5000]);
  expect(batches.reduce((sum, { readings }) => sum + readings, 0)).toBe(15_000);
  expect(Math.max(...batches.map(({ readings }) => readings))).toBeLessThanOrEqual(2000);
  expect(new Set(batches.map((batch) => batch.turn)).size).toBe(batches.length);
});

test('large pictures are read a few at a time', async () => {
  await addPictures(10, 480, 640);
  const { db, clock } = picket.platform;
  const pages = await Array.fromAsync(iterateFrames(db.console, tenant, device.sentry, METRIC, clock.now() - DAY));
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 2]);
});
