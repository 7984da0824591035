/** What the sentry is asked to record, in the transaction that raises or clears the alert. */
import { expect, test } from 'vitest';
import { createVideoRecorder } from '../src/capabilities/clips/alert-video/record-alert-video.ts';
import type { CameraPorts, RecordSignal } from '../src/capabilities/clips/clip-ports.ts';
import { raiseMotion } from './clip-uploads.ts';
import { picketForTest } from './harness.ts';

test('a recording begins before the alert and ends after it', async () => {
  const picket = await picketForTest();
  picket.clock.set(Date.UTC(2026, 2, 2, 20));
  picket.admin = await picket.signIn('admin@picket.example');
  const device = await picket.addDevice(await picket.addLocation());
  const alert = await raiseMotion(picket, device);
  const signals: { readonly sentry: string; readonly signal: RecordSignal }[] = [];
  const cameras: CameraPorts = {
    ringSeconds: () => Promise.resolve(600),
    listOffPeriods: () => Promise.resolve([]),
    isCameraOffAt: () => Promise.resolve(false),
    isMasked: () => Promise.resolve(false),
    masksBetween: () => Promise.resolve([]),
    readSentry: () => Promise.resolve(null),
    readerOf: () => Promise.resolve(null),
    insertSignal: (_sql, _tenant, sentry, signal) => {
      signals.push({ sentry, signal });
      return Promise.resolve();
    },
  };
  const record = createVideoRecorder(picket.platform, cameras);
  // The server of the test has no camera for this sentry, and took the alert to have no video.
  const { db } = picket.platform;
  const { tenantGuid: tenant } = await db.prisma.alert.findFirstOrThrow({ where: { guid: alert } });
  await db.console.query('DELETE FROM alert_video');
  const change = (kind: 'RAISED' | 'CLEARED') => db.inSqlTx((sql) => record(sql, [{ tenant, alert, change: kind }]));
  await change('RAISED');
  await change('RAISED');
  const begun = { kind: 'RECORD', recording: alert, alerts: [alert], from: '2026-03-02T19:59:50Z' };
  expect(signals).toEqual([{ sentry: device.sentry, signal: begun }]);
  const clear = `UPDATE alert SET state = 'CLEARED', ended_at = started_at + interval '30 s' WHERE guid = $1::uuid`;
  await db.console.query(clear, [alert]);
  await change('CLEARED');
  await change('CLEARED');
  expect(signals.slice(1)).toEqual([{ sentry: device.sentry, signal: { ...begun, until: '2026-03-02T20:00:40Z' } }]);
});
