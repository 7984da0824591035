/** The cameras of the demo: a drawn picture in which somebody walks while the room reports motion. They need ffmpeg. */
import { join } from 'node:path';
import type { Client } from '@picket/contracts/client';
import { MOTION_METRIC } from '@picket/domain/metrics';
import {
  hasFfmpeg,
  observedSource,
  parsePictureFormat,
  type SensorReading,
  SentryCamera,
  type Source,
} from '@picket/sentry';
import type { DemoSentry } from './demo-sentries.ts';

/** Small, so that a laptop does not notice it. */
const FORMAT = '640x360@8';
const MOTION_LEVEL = 0.05;
/** Somebody who was seen is seen a little longer than until the next report. */
const WALKS_FOR_MS = 35_000;

export interface DemoCamera {
  readonly camera: SentryCamera;
  /** The readings of the room, which also decide whether somebody walks through the picture. */
  readonly withMotion: (source: Source) => Source;
}

/** The camera of a sentry whose room has one; null: it has none. */
function openDemoCamera({ room, client, folder }: DemoSentry): DemoCamera | null {
  const format = parsePictureFormat(FORMAT);
  if (room.hasCamera !== true || format === null) return null;
  let walksUntil = 0;
  const settings = {
    input: { kind: 'test' },
    format,
    measuresMotion: false,
    hasMotion: (at: number) => at < walksUntil,
  } as const;
  const camera = new SentryCamera(client, join(folder, 'camera'), settings, { message: () => {} });
  const walk = (readings: readonly SensorReading[]): void => {
    const isMoving = readings.some(
      ({ sensorMetricId, values }) => sensorMetricId === MOTION_METRIC && (values?.level ?? 0) > MOTION_LEVEL,
    );
    if (isMoving) walksUntil = Date.now() + WALKS_FOR_MS;
  };
  return { camera, withMotion: (source) => observedSource(camera.withMotion(source), walk) };
}

/** The cameras of these sentries, by sentry; none where ffmpeg is missing. */
export function openDemoCameras(sentries: readonly DemoSentry[]): ReadonlyMap<DemoSentry, DemoCamera> {
  if (!hasFfmpeg()) {
    process.stderr.write('ffmpeg is not installed: the demo continues without cameras.\n');
    return new Map();
  }
  return new Map(
    sentries.flatMap((sentry) => {
      const camera = openDemoCamera(sentry);
      return camera === null ? [] : [[sentry, camera] as const];
    }),
  );
}

/** Turns on the cameras of new sentries: in an organization, they are off until an administrator does. */
export async function turnCamerasOn(api: Client, sentries: Iterable<DemoSentry>): Promise<void> {
  const locations = new Set([...sentries].filter(({ isNew }) => isNew).map(({ location }) => location));
  for (const guid of locations) await api('PUT /locations/{guid}/camera', { params: { guid }, body: { mode: 'ON' } });
}
