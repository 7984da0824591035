/** Six weeks of readings of a room, reported as a sentry reports what it could not send before. */
import { roomReadings } from '@picket/domain/room-model';
import type { DeviceClient, SensorReading } from '@picket/sentry';
import { REPORT_INTERVAL, type Room } from './demo-locations.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Readings in one report. */
const BATCH = 2500;
/** Length of the generated history: enough weeks for hourly baselines. */
const HISTORY_MS = 42 * 24 * HOUR;
/** A picture every five minutes of the last day. */
const FRAME_MS = 5 * MINUTE;
const FRAMES_FOR_MS = 24 * HOUR;

/** Returns the distance of generated readings by age: coarse first, then as dense as live reports. */
function stepOf(age: number): number {
  if (age > 24 * HOUR) return 15 * MINUTE;
  return age > 2 * HOUR ? 70_000 : REPORT_INTERVAL * 1000;
}

/** Reports the history of a room up to `startedAt`, unless `signal` ends it. */
export async function generateHistory(
  client: DeviceClient,
  { traits, events }: Room,
  startedAt: number,
  signal: AbortSignal,
): Promise<void> {
  let at = startedAt - HISTORY_MS;
  while (at < startedAt && !signal.aborted) {
    const readings: SensorReading[] = [];
    while (at < startedAt && readings.length < BATCH) {
      const age = startedAt - at;
      const step = stepOf(age);
      const disturbance = events(at, startedAt);
      const withFrame = age < FRAMES_FOR_MS && at % FRAME_MS < step;
      if (disturbance !== null) readings.push(...roomReadings(traits, at, disturbance, withFrame));
      at += step;
    }
    await client.report(readings, at < startedAt);
  }
}
