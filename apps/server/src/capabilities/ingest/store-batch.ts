/**
 * Stores a batch of reports and evaluates it, in the caller's transaction.
 *
 * Input: queued reports. Output: the result of each whose sentry was locked. Invariant: the lock on a sentry's monitor state,
 * taken first, makes this transaction the only writer of its readings, so what is newer than the newest stored reading cannot
 * be a repetition.
 */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { TenantConfig } from '../tenant-config/index.ts';
import { insertFrames, insertIfMissing, insertNewest, readingIdentity } from '../timeseries/index.ts';
import type { IngestResult, QueuedReading, QueuedReport, StoredReport } from './queued-report.ts';

/** What the ingest queue needs of evaluation; connected in app/wire-pipeline.ts. */
export interface EvaluationPort<Locked> {
  /**
   * Locks the monitor states of these sentries, in order of guid; those locked elsewhere are missing, `gone` were removed.
   * `prepared`: the configuration of each organization that the reports were prepared with; `current`: the one in force.
   */
  lock(
    sql: Sql,
    sentries: readonly SentryActor[],
    prepared: ReadonlyMap<string, TenantConfig>,
  ): Promise<{
    readonly locked: ReadonlyMap<string, Locked>;
    readonly gone: ReadonlySet<string>;
    readonly current: ReadonlyMap<string, TenantConfig>;
  }>;
  /** The newest stored reading of a series, as the locked state knows it. */
  newestAt(locked: Locked, series: string): Millis | null;
  /** Evaluates the readings and writes the outcomes. Returns, for each report, the indexes of late readings. */
  evaluate(
    sql: Sql,
    batch: readonly { readonly locked: Locked; readonly stored: readonly StoredReport[] }[],
  ): Promise<ReadonlyMap<QueuedReport, readonly number[]>>;
}

export interface StoredBatch {
  /** Of the reports whose sentry was locked. */
  readonly results: ReadonlyMap<QueuedReport, IngestResult>;
  readonly stored: readonly StoredReport[];
  /** Sentries that were removed. */
  readonly gone: ReadonlySet<string>;
  /** Reports that were prepared with offsets or zones that an edit has changed since: nothing of them is stored. */
  readonly outdated: ReadonlySet<QueuedReport>;
}

export async function storeBatch<Locked>(
  sql: Sql,
  batch: readonly QueuedReport[],
  port: EvaluationPort<Locked>,
): Promise<StoredBatch> {
  const sentries = new Map(batch.map(({ sentry }) => [sentry.guid, sentry]));
  const { locked, gone, current } = await port.lock(
    sql,
    [...sentries.values()].sort((a, b) => (a.guid < b.guid ? -1 : 1)),
    newestConfigs(batch),
  );
  const ready = batch.filter((report) => locked.has(report.sentry.guid));
  const outdated = new Set(ready.filter((report) => isOutdated(report, current)));
  const reports = ready.filter((report) => !outdated.has(report));
  const { stored, done } = await storeReadings(sql, reports, ({ sentry }) => {
    const state = locked.get(sentry.guid);
    return (series) => (state === undefined ? null : port.newestAt(state, series));
  });
  const bySentry = Map.groupBy(stored, ({ report }) => report.sentry.guid);
  const groups = [...locked].map(([guid, state]) => ({ locked: state, stored: bySentry.get(guid) ?? [] }));
  // Where the readings could not be stored, that is the error: what came after it failed because of it.
  const late = await port.evaluate(sql, groups).finally(() => done);
  await done;

  const results = new Map<QueuedReport, IngestResult>();
  for (const { report, added } of stored)
    results.set(report, {
      accepted: new Set(added.map((reading) => reading.index)),
      late: new Set(late.get(report) ?? []),
    });
  return { results, stored, gone, outdated };
}

/** Its sender sends it again: it is prepared with the configuration in force then. */
function isOutdated({ sentry, config, frames }: QueuedReport, current: ReadonlyMap<string, TenantConfig>): boolean {
  const inForce = current.get(sentry.tenant);
  if (inForce === undefined || inForce.revision <= config.revision) return false;
  return !inForce.hasOffsetsOf(config, sentry) || (frames.length > 0 && !inForce.hasZonesOf(config, sentry));
}

/** The newest configuration of each organization that a report of the batch was prepared with. */
function newestConfigs(batch: readonly QueuedReport[]): ReadonlyMap<string, TenantConfig> {
  const configs = new Map<string, TenantConfig>();
  for (const { sentry, config } of batch) {
    const known = configs.get(sentry.tenant);
    if (known === undefined || known.revision < config.revision) configs.set(sentry.tenant, config);
  }
  return configs;
}

/** For a report, the newest stored reading of each series of its sentry; null: none. */
type NewestOf = (report: QueuedReport) => (series: string) => Millis | null;

/**
 * Stores the reports' readings and pictures; returns what of each report was new. `done`: once those are stored that are newer than
 * their series. Wait for it, but no sooner than the statements that follow are sent.
 */
async function storeReadings(
  sql: Sql,
  reports: readonly QueuedReport[],
  newestOf: NewestOf,
): Promise<{ readonly stored: readonly StoredReport[]; readonly done: Promise<void> }> {
  const { newest, older } = partitionByRecency(reports, newestOf);
  const done = insertNewest(sql, newest);
  // Its error is handled where it is awaited.
  done.catch(() => {});
  const inserted = await insertIfMissing(sql, older, Math.max(...reports.map(({ receivedAt }) => receivedAt)));
  for (const report of reports)
    if (report.frames.length > 0) await insertFrames(sql, report.sentry.tenant, report.sentry.guid, report.frames);

  // In most batches everything is newer than its series.
  const isAll = countOf(newest) === reports.reduce((sum, { readings }) => sum + readings.length, 0);
  if (isAll) return { stored: reports.map((report) => ({ report, added: report.readings })), done };
  const isNew = new Set<QueuedReading>([
    ...[...newest.values()].flat(),
    ...[...older.values()].flat().filter((reading) => inserted.has(readingIdentity(reading))),
  ]);
  const stored = reports.map((report) => ({
    report,
    added: report.readings.filter((reading) => isNew.has(reading)),
  }));
  return { stored, done };
}

/** Readings by the organization that has them. */
type ByTenant = Map<string, QueuedReading[]>;

const countOf = (byTenant: ByTenant): number => {
  let count = 0;
  for (const own of byTenant.values()) count += own.length;
  return count;
};

/**
 * Splits readings into those newer than everything in their series, and the rest; of duplicates the first received wins.
 * Earlier readings of the batch count as stored.
 */
function partitionByRecency(
  reports: readonly QueuedReport[],
  newestOf: NewestOf,
): { readonly newest: ByTenant; readonly older: ByTenant } {
  const newest: ByTenant = new Map();
  const older: ByTenant = new Map();
  const newestInBatch = new Map<number, Millis>();
  const seen = new Set<string>();
  for (const [tenant, own] of Map.groupBy(reports, ({ sentry }) => sentry.tenant)) {
    const newestOfTenant: QueuedReading[] = [];
    const olderOfTenant: QueuedReading[] = [];
    newest.set(tenant, newestOfTenant);
    older.set(tenant, olderOfTenant);
    for (const report of own) {
      const newestAt = newestOf(report);
      for (const reading of report.readings) {
        const known = newestInBatch.get(reading.seriesId) ?? newestAt(reading.series) ?? Number.NEGATIVE_INFINITY;
        if (reading.at > known) {
          newestInBatch.set(reading.seriesId, reading.at);
          newestOfTenant.push(reading);
        } else if (!seen.has(readingIdentity(reading))) {
          seen.add(readingIdentity(reading));
          olderOfTenant.push(reading);
        }
      }
    }
  }
  return { newest, older };
}
