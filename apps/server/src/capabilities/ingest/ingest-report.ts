/** POST /sentry/telemetry, over any transport: validate, store, evaluate, then acknowledge. */
import type { ResponseOf } from '@picket/contracts';
import { fluidSensorOf, formatInstant, parseInstant } from '@picket/domain';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { setClockSkewed } from '../sentries/index.ts';
import type { SeriesCache } from '../timeseries/index.ts';
import { applyOffsetsAndZones, type SetupPort } from './apply-offsets-and-zones.ts';
import type { IngestQueue, QueuedReading } from './ingest-queue.ts';
import { parseReadings, type Rejection } from './parse-readings.ts';

export interface Ingest {
  readonly ingestQueue: IngestQueue;
  readonly series: SeriesCache;
  readonly setupOf: SetupPort;
  /** Called with fluid sensors whose first readings arrived. */
  readonly onFluidSensorsSeen: (
    sentry: SentryActor,
    names: readonly { readonly model: string; readonly serialNumber: string }[],
  ) => Promise<void>;
}

/**
 * Takes one report. accepted + duplicates + rejected readings make up the report (a reading with a refused column counts
 * as accepted when another column of it was stored); `late` ones are among the accepted. An import does not count
 * as contact with the sentry. Throws `busy` while the clock is not trusted: it cannot tell which readings are future then.
 */
export async function ingestReport(
  ctx: Ctx<SentryActor>,
  ingest: Ingest,
  body: {
    readonly sentAt?: string;
    readonly moreToFollow?: boolean | undefined;
    readonly readings: readonly unknown[];
  },
  origin: 'device' | 'imported' = 'device',
): Promise<ResponseOf<'POST /sentry/telemetry'>> {
  const receivedAt = ctx.clock.now();
  if (ctx.clock.isUntrusted()) {
    const sentAt = origin === 'device' ? parseInstant(body.sentAt ?? '') : null;
    if (sentAt !== null) ctx.clock.observeSentryTime(ctx.actor.guid, sentAt);
    throw new AppError('busy', { retryAfterSeconds: 5 + Math.floor(Math.random() * 10) });
  }
  const setup = await ingest.setupOf(ctx.actor);
  const { readings: parsed, frames, rejected, skewed } = parseReadings(body.readings, receivedAt, setup.retentionDays);
  const readings = applyOffsetsAndZones(parsed, frames, setup);
  const { ids, created } = await ingest.series.idsFor(ctx.actor.guid, readings);
  const seen = created.flatMap(({ sensorMetricId }) => fluidSensorOf(sensorMetricId) ?? []);
  if (seen.length > 0) await ingest.onFluidSensorsSeen(ctx.actor, seen);
  const rejections: Rejection[] = [...rejected];
  const accepted: QueuedReading[] = [];
  for (const reading of readings) {
    const series = `${reading.sensorMetricId}.${reading.column}`;
    const seriesId = ids.get(series);
    if (seriesId !== undefined) accepted.push({ ...reading, series, seriesId });
    else
      rejections.push({
        index: reading.index,
        name: `readings.${reading.index}.sensorMetricId`,
        message: 'this sentry has too many series already',
      });
  }
  const result = await ingest.ingestQueue.submit({
    sentry: ctx.actor,
    receivedAt,
    moreToFollow: body.moreToFollow ?? false,
    isImported: origin === 'imported',
    readings: accepted,
    frames,
  });
  if (origin === 'device' && skewed !== ctx.actor.clockSkewed)
    await setClockSkewed(ctx.db.console, ctx.actor.guid, skewed);

  const sent = new Set(accepted.map((reading) => reading.index));
  return {
    accepted: result.accepted.size,
    duplicates: [...sent].filter((index) => !result.accepted.has(index)).length,
    late: result.late.size,
    rejected: rejections.sort((a, b) => a.index - b.index),
    serverTime: formatInstant(ctx.clock.now()),
  };
}
