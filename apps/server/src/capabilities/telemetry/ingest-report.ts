/** POST /sentry/telemetry, whatever the transport: judge, store, evaluate, and only then acknowledge. */
import type { ResponseOf } from '@picket/contracts';
import { fluidSensorOf, formatInstant, parseInstant } from '@picket/domain';
import { AppError, type Ctx, type SentryActor } from '../../platform/index.ts';
import type { SeriesCache } from '../readings/index.ts';
import { setClockSkewed } from '../sentries/index.ts';
import type { LaneReading, Lanes } from './ingest-lanes.ts';
import { arrange, type SetupPort } from './ingest-setup.ts';
import { parseReadings, type Rejection } from './parse-readings.ts';

export interface Ingest {
  readonly lanes: Lanes;
  readonly series: SeriesCache;
  readonly setupOf: SetupPort;
  /** Told of fluid sensors whose readings came for the first time. */
  readonly onFluidHeard: (
    sentry: SentryActor,
    names: readonly { readonly model: string; readonly serialNumber: string }[],
  ) => Promise<void>;
}

/**
 * Takes one report. accepted + duplicates + rejected readings make up the report (a reading with a refused column counts
 * as accepted when another column of it was stored); `late` ones are among the accepted. What is imported is no sign of
 * life of its sentry. Throws a `busy` while the clock cannot be believed: what is of the future then, nobody knows.
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
  const { readings: parsed, frames, rejected, skewed } = parseReadings(body.readings, receivedAt, setup.keptDays);
  const readings = arrange(parsed, frames, setup);
  const { ids, made } = await ingest.series.idsFor(ctx.actor.guid, readings);
  const heard = made.flatMap(({ sensorMetricId }) => fluidSensorOf(sensorMetricId) ?? []);
  if (heard.length > 0) await ingest.onFluidHeard(ctx.actor, heard);
  const refused: Rejection[] = [...rejected];
  const storable: LaneReading[] = [];
  for (const reading of readings) {
    const series = `${reading.sensorMetricId}.${reading.column}`;
    const seriesId = ids.get(series);
    if (seriesId !== undefined) storable.push({ ...reading, series, seriesId });
    else
      refused.push({
        index: reading.index,
        name: `readings.${reading.index}.sensorMetricId`,
        message: 'this sentry has too many series already',
      });
  }
  const answer = await ingest.lanes.submit({
    sentry: ctx.actor,
    receivedAt,
    moreToFollow: body.moreToFollow ?? false,
    isImported: origin === 'imported',
    readings: storable,
    frames,
  });
  if (origin === 'device' && skewed !== ctx.actor.clockSkewed)
    await setClockSkewed(ctx.db.console, ctx.actor.guid, skewed);

  const sent = new Set(storable.map((reading) => reading.index));
  return {
    accepted: answer.accepted.size,
    duplicates: [...sent].filter((index) => !answer.accepted.has(index)).length,
    late: answer.late.size,
    rejected: refused.sort((a, b) => a.index - b.index),
    serverTime: formatInstant(ctx.clock.now()),
  };
}
