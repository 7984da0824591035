/** POST /sentry/telemetry, over any transport: validate, store, evaluate, then acknowledge. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { fluidSensorOf } from '@picket/domain/metrics';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countAsReadings } from '../../platform/http/sentry-throttle.ts';
import { setClockSkewed } from '../sentries/index.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import type { SeriesCache } from '../timeseries/index.ts';
import { applyOffsetsAndZones } from './apply-offsets-and-zones.ts';
import type { IngestQueue } from './ingest-queue.ts';
import type { IngestThrottle } from './ingest-throttle.ts';
import { type ParsedReading, parseReadings, type Rejection } from './parse-readings.ts';
import { type IngestResult, OutdatedReport, type QueuedReading, type QueuedReport } from './queued-report.ts';
import { costOfPictures } from './report-cost.ts';

export interface Ingest {
  readonly ingestQueue: IngestQueue;
  readonly throttle: IngestThrottle;
  readonly series: SeriesCache;
  readonly source: ConfigSource;
  /** Called with fluid sensors whose first readings arrived, before these are stored. */
  readonly onFluidSensorsSeen: (
    sentry: SentryActor,
    names: readonly { readonly model: string; readonly serialNumber: string }[],
  ) => Promise<void>;
}

/** A report as it arrives, over any transport. */
export interface ReceivedReport {
  readonly sentAt?: string;
  readonly moreToFollow?: boolean | undefined;
  /** Unchecked. */
  readonly readings: readonly unknown[];
  /**
   * Called once the readings have been read: the caller may let go of them while the report waits to be stored. They are several
   * times the size of what is kept of them.
   */
  readonly release?: () => void;
}

/**
 * Takes one report. accepted + duplicates + rejected readings make up the report (a reading with a refused column counts
 * as accepted when another column of it was stored); `late` ones are among the accepted. An import does not make
 * the sentry online. Throws `busy` while the clock is not trusted: it cannot tell which readings are future then; and a 429 where the
 * sentry or its organization has sent more than it may.
 */
export async function ingestReport(
  ctx: Ctx<SentryActor>,
  ingest: Ingest,
  body: ReceivedReport,
  origin: 'device' | 'imported' | 'server' = 'device',
): Promise<ResponseOf<'POST /sentry/telemetry'>> {
  const receivedAt = ctx.clock.now();
  if (ctx.clock.isUntrusted()) {
    const sentAt = origin === 'device' ? parseInstant(body.sentAt ?? '') : null;
    if (sentAt !== null) ctx.clock.observeSentryTime(ctx.actor.guid, sentAt);
    throw new AppError('busy', { retryAfterSeconds: 5 + Math.floor(Math.random() * 10) });
  }
  if (origin !== 'device') return storeReport(ctx, ingest, body, receivedAt, origin, () => {});
  return countAsReadings(ctx, ingest.throttle, body.readings.length, (charge) =>
    storeReport(ctx, ingest, body, receivedAt, origin, charge),
  );
}

async function storeReport(
  ctx: Ctx<SentryActor>,
  ingest: Ingest,
  body: ReceivedReport,
  receivedAt: Millis,
  origin: 'device' | 'imported' | 'server',
  charge: (readings: number) => void,
): Promise<ResponseOf<'POST /sentry/telemetry'>> {
  const submit = async ({ config, accepted, frames, ...read }: ReadReport): Promise<StoredRead> => {
    const result = await ingest.ingestQueue.submit({
      sentry: ctx.actor,
      config,
      receivedAt,
      moreToFollow: body.moreToFollow ?? false,
      isFromDevice: origin === 'device',
      readings: accepted,
      frames,
    });
    return { ...read, result };
  };
  const read = await readReport(ctx, ingest, body, receivedAt);
  if (read.frames.length > 0) charge(costOfPictures(read.frames));
  const { sent, rejected, skewed, result } = await submit(read).catch(async (error: unknown) => {
    // What was let go of is sent again by its device. Others may send nothing twice, and the new configuration is loaded by now.
    if (!(error instanceof OutdatedReport) || body.release !== undefined) throw error;
    return submit(await readReport(ctx, ingest, body, receivedAt));
  });
  if (origin === 'device' && skewed !== ctx.actor.clockSkewed)
    await setClockSkewed(ctx.db.lookups, ctx.actor.tenant, ctx.actor.guid, skewed);

  return {
    accepted: result.accepted.size,
    // What was accepted is some of what was sent.
    duplicates: sent - result.accepted.size,
    late: result.late.size,
    rejected,
    serverTime: formatInstant(ctx.clock.now()),
  };
}

/** What is kept of a report while it waits to be stored. */
interface ReadReport extends Pick<QueuedReport, 'config' | 'frames'> {
  readonly accepted: readonly QueuedReading[];
  /** Readings of which a column is among the accepted. */
  readonly sent: number;
  readonly rejected: Rejection[];
  readonly skewed: boolean;
}

type StoredRead = Pick<ReadReport, 'sent' | 'rejected' | 'skewed'> & { readonly result: IngestResult };

async function readReport(
  { actor }: Ctx<SentryActor>,
  ingest: Ingest,
  body: ReceivedReport,
  receivedAt: Millis,
): Promise<ReadReport> {
  const config = await ingest.source.config(actor.tenant, actor.monitorRevision);
  const setup = config.setupOf(actor);
  const { readings, frames, rejected, skewed } = parseReadings(body.readings, receivedAt, setup.retentionDays);
  body.release?.();
  const { accepted, refused } = await assignSeries(actor, ingest, applyOffsetsAndZones(readings, frames, setup));
  const sent = new Set<number>();
  for (const { index } of accepted) sent.add(index);
  return {
    config,
    accepted,
    frames,
    sent: sent.size,
    rejected: [...rejected, ...refused].sort((a, b) => a.index - b.index),
    skewed,
  };
}

/** Finds or creates the series of each reading; refuses readings of a series that the sentry may not have any more. */
async function assignSeries(
  sentry: SentryActor,
  { series, onFluidSensorsSeen }: Ingest,
  readings: readonly ParsedReading[],
): Promise<{ readonly accepted: readonly QueuedReading[]; readonly refused: readonly Rejection[] }> {
  // A sensor whose series is there would never be offered for pairing again.
  const found = await series.seriesFor(sentry, readings, async (names) => {
    const seen = names.flatMap(({ sensorMetricId }) => fluidSensorOf(sensorMetricId) ?? []);
    if (seen.length > 0) await onFluidSensorsSeen(sentry, seen);
  });
  const accepted: QueuedReading[] = [];
  const refused: Rejection[] = [];
  readings.forEach((reading, place) => {
    const known = found[place] ?? null;
    if (known !== null) accepted.push(queuedReading(reading, known));
    else
      refused.push({
        index: reading.index,
        name: `readings.${reading.index}.sensorMetricId`,
        message: 'this sentry has too many series already',
      });
  });
  return { accepted, refused };
}

/** Written out: to spread a reading costs several times as much, and this happens to each. */
const queuedReading = (
  { index, sensorMetricId, column, at, value, raw }: ParsedReading,
  { key, id }: { readonly key: string; readonly id: number },
): QueuedReading => ({ index, sensorMetricId, column, at, value, raw, series: key, seriesId: id });
