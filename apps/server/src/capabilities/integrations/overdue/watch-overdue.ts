/** Reports, in place of a sensor that is silent, for how long it has been overdue. */
import { OVERDUE_METRIC } from '@picket/domain/metrics';
import { formatInstant, type Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import { contextOf } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ingest, ingestReport } from '../../ingest/index.ts';
import { notePaces } from './note-paces.ts';
import { overdueReading } from './overdue-reading.ts';
import { type ExpectedSensor, expectedSensorsAllTenants } from './overdue-store.ts';

const MINUTE_MS: Millis = 60_000;
/** A gateway reports each half minute. */
const GATEWAY_SILENT_AFTER_MS: Millis = 2 * MINUTE_MS;
const MAX_AT_ONCE = 100;

/**
 * Stores the minutes of each sensor that is overdue, and 0 once it has reported again. It depends on what is stored alone, so that
 * several server processes store the same in a minute.
 */
export async function watchOverdue(platform: Platform, ingest: Ingest): Promise<void> {
  const { clock, db } = platform;
  const now = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
  const sensors = await expectedSensorsAllTenants(db.console, now - GATEWAY_SILENT_AFTER_MS);
  await notePaces(db.console, sensors);
  for (let done = 0; done < sensors.length; done += MAX_AT_ONCE)
    await Promise.all(sensors.slice(done, done + MAX_AT_ONCE).map((sensor) => store(platform, ingest, sensor, now)));
}

async function store(
  platform: Platform,
  ingest: Ingest,
  { sentry, expected }: ExpectedSensor,
  now: Millis,
): Promise<void> {
  const overdue = overdueReading(expected, now);
  if (overdue === null) return;
  const { at, minutes } = overdue;
  const reading = { sensorMetricId: OVERDUE_METRIC, at: formatInstant(at), values: { value: minutes } };
  try {
    await ingestReport(contextOf(platform, sentry), ingest, { readings: [reading] }, 'server');
  } catch (error) {
    // In a minute it is stored again.
    if (!(error instanceof AppError)) throw error;
    platform.log.debug({ sentry: sentry.guid, code: error.code }, 'minutes of an overdue sensor rejected');
  }
}
