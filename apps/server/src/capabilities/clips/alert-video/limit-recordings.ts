/** When the cameras of a location are off has changed: gateways that record an open alert there learn up to when they may fetch. */
import type { Ctx } from '../../../platform/http/context.ts';
import { changesIn } from '../../alerts/index.ts';
import type { CameraPorts } from '../clip-ports.ts';
import { listOpenRecordings, lockOpenRecording } from './open-recording-store.ts';
import { addressedAlerts, askToRecord } from './record-alert-video.ts';

export async function limitRecordings(
  { db, clock, pubSub }: Pick<Ctx, 'db' | 'clock' | 'pubSub'>,
  cameras: CameraPorts,
  tenant: string,
  location: string,
): Promise<void> {
  const asked = await db.inSqlTx(async (sql) => {
    const alerts = await listOpenRecordings(sql, tenant, location);
    if (alerts.length === 0) return 0;
    // A sentry with a camera of its own has it with its configuration.
    const read = (await addressedAlerts(sql, cameras, changesIn(tenant, alerts, 'UPDATED'))).filter(
      ({ reader }) => reader !== null,
    );
    let count = 0;
    for (const alert of read) {
      const { recordFrom, recordUntil } = alert;
      // One at a time, in the order in which alerts end: what has ended meanwhile keeps its end.
      if (recordFrom === null || !(await lockOpenRecording(sql, tenant, alert.alert))) continue;
      await askToRecord(sql, cameras, { ...alert, recordFrom, recordUntil }, clock.now());
      count += 1;
    }
    return count;
  });
  if (asked > 0) pubSub.notify();
}
