/** The room that video takes: system alerts before it is full, and what the operator reads of it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { beforeEach, expect, test } from 'vitest';
import { addCamera, uploadClip } from './clip-uploads.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';

let picket: Picket;
let device: Device;
/** Share of the disk of the clips that is in use, in percent; null: a store without a limit. */
let used: number | null;

beforeEach(async () => {
  used = 50;
  const clipSpace = async () => (used === null ? null : { free: (100 - used) * 1024 ** 3, total: 100 * 1024 ** 3 });
  picket = await picketForTest({
    environment: { PICKET_CLIPS_MIN_FREE_MB: '1' },
    probes: { ...HEALTHY_PROBES, clipSpace },
  });
  device = await picket.addDevice(await picket.addLocation());
  await addCamera(picket, device);
});

/** The open system alerts after the checks have run. */
async function systemAlerts(): Promise<readonly [severity: number, message: string][]> {
  await picket.server.pipeline.selfMonitor.runChecks();
  const alerts = await picket.alerts('&state=OPEN&kind=GENERIC_ALERT');
  return alerts.map(({ severity, message }) => [severity, message]);
}

test('the disk of the clips raises an alert at 80 %, another at 95 %, and none below', async () => {
  for (const [share, severity] of [
    [79, null],
    [80, 230],
    [94, 230],
    [95, 340],
    [100, 340],
    [82, 230],
    [10, null],
  ] as const) {
    used = share;
    const text = expect.stringMatching(/^The disk of the video fills: [\d.]+ GiB of 100\.0 GiB are free\./u);
    expect(await systemAlerts(), `${share} %`).toEqual(severity === null ? [] : [[severity, text]]);
  }
  used = null;
  expect(await systemAlerts()).toEqual([]);
});

test('the quota of an organization that refuses new video raises an alert at 80 % and at 95 %', async () => {
  const { guid } = await uploadClip(picket, device);
  const { prisma } = picket.platform.db;
  const { tenantGuid } = await prisma.clip.findFirstOrThrow({ where: { guid } });
  const parts = await prisma.clipPart.findMany({ where: { clipGuid: guid } });
  const bytes = parts.reduce((sum, part) => sum + Number(part.bytes), 0);
  const setQuota = async (maxBytes: number, whenFull: 'REFUSE_NEW' | 'OLDEST_FIRST') => {
    const values = {
      keepDays: 30,
      maxBytes: BigInt(Math.floor(maxBytes)),
      whenFull,
      linkSeconds: 86_400,
      clearPictures: false,
      pictureWaitSeconds: 10,
      lastUpdateTs: new Date(picket.clock.now()),
    };
    await prisma.videoRetention.upsert({ where: { tenantGuid }, create: { tenantGuid, ...values }, update: values });
  };
  await setQuota(bytes / 0.7, 'REFUSE_NEW');
  expect(await systemAlerts()).toEqual([]);
  await setQuota(bytes / 0.85, 'REFUSE_NEW');
  expect(await systemAlerts()).toEqual([
    [230, expect.stringMatching(/^The video of My organization fills its quota: [\d.]+ GiB of [\d.]+ GiB$/u)],
  ]);
  await setQuota(bytes / 0.96, 'REFUSE_NEW');
  expect((await systemAlerts()).map(([severity]) => severity)).toEqual([310]);
  await setQuota(bytes / 0.96, 'OLDEST_FIRST');
  expect(await systemAlerts(), 'it makes room by itself').toEqual([]);
});

test('what clips take is a figure of each organization, and a metric', async () => {
  const before = await figures();
  const { guid } = await uploadClip(picket, device);
  const parts = await picket.platform.db.prisma.clipPart.findMany({ where: { clipGuid: guid } });
  const bytes = parts.reduce((sum, part) => sum + Number(part.bytes), 0);
  expect(before).toEqual({ usage: 0, gauge: 0 });
  expect(await figures()).toEqual({ usage: bytes, gauge: bytes });
  await picket.call('DELETE', `/clips/${guid}`, { as: picket.admin });
  expect(await figures()).toEqual({ usage: 0, gauge: 0 });
});

async function figures() {
  // Gauges are counted every five seconds at the most, usage every five minutes.
  picket.clock.pass(301);
  type Usage = ResponseOf<'GET /metrics/usage'>;
  const { body } = await picket.call<Usage>('GET', '/metrics/usage', { as: picket.admin });
  const usage = body.items.find(({ tenant }) => tenant.name === 'My organization')?.days.at(-1)?.clipBytes;
  const { body: text } = await picket.server.app.inject({ method: 'GET', url: '/internal/metrics' });
  const gauge = Number(/^picket_clips_bytes (\d+)$/mu.exec(text)?.[1]);
  return { usage, gauge };
}
