/**
 * The monitor inside the ingest transaction: lock, step, save, hand on.
 *
 * Enters: reports as stored by the lanes. Leaves: saved states, and outcomes to the port. Invariant: a sentry whose
 * evaluation throws keeps its readings and its state, is flagged for repair, and costs nobody else anything; the ticker
 * replays it from the stored readings.
 */
import type { Millis } from '@picket/domain';
import { type Outcome, type Watch, watchOf } from '@picket/monitor';
import { type Log, type SentryActor, type Sql, TtlCache } from '../../platform/index.ts';
import { policiesInForce } from '../policies/index.ts';
import type { EvaluationPort, LaneReport, SeriesCache, StoredReport } from '../telemetry/index.ts';
import { type Availability, availabilityOf } from './availability.ts';
import { dueAt, evaluateReport } from './evaluate-sentry.ts';
import { lockStates, type MonitorRow, removedAmong, saveStates, uptimes } from './monitor-store.ts';
import type { RecordOutcomes, SentryOutcomes } from './outcome-port.ts';

/** A changed policy is in force this much later at the most. */
const REMEMBERED_MS = 1000;
/** A sentry under repair is tried again this much later. */
const REPAIR_PAUSE: Millis = 5000;

export interface Locked {
  readonly sentry: SentryActor;
  readonly row: MonitorRow;
  readonly watch: Watch;
}

export interface WatchSource {
  /** What is watched on a sentry. */
  watchOf(sentry: { guid: string; tenant: string; reportIntervalSeconds: number }, now: Millis): Promise<Watch>;
  availability(now: Millis): Promise<Availability>;
}

export function createWatchSource(sql: Sql, series: SeriesCache): WatchSource {
  const policies = new TtlCache<string, Awaited<ReturnType<typeof policiesInForce>>>(REMEMBERED_MS);
  const availability = new TtlCache<'all', Availability>(REMEMBERED_MS);
  /** Watches by what they were made from: most sentries of an organisation share one. */
  const made = new Map<string, { readonly policies: object; readonly watch: Watch }>();
  let lastPolicies = new Map<
    string,
    { readonly text: string; readonly value: Awaited<ReturnType<typeof policiesInForce>> }
  >();

  const stablePolicies = async (tenant: string, now: Millis) => {
    const loaded = await policies.get(tenant, now, () => policiesInForce(sql, tenant));
    const text = loaded.map(({ guid, version }) => `${guid} ${version}`).join();
    const known = lastPolicies.get(tenant);
    if (known?.text === text) return known.value;
    lastPolicies = new Map(lastPolicies).set(tenant, { text, value: loaded });
    return loaded;
  };

  return {
    watchOf: async ({ guid, tenant, reportIntervalSeconds }, now) => {
      const inForce = await stablePolicies(tenant, now);
      const fluid = (await series.metricsOf(guid)).filter((metric) => metric.startsWith('fluid-'));
      const key = [tenant, reportIntervalSeconds, ...fluid].join('|');
      const known = made.get(key);
      if (known?.policies === inForce) return known.watch;
      if (made.size > 10_000) made.clear();
      const watch = watchOf(inForce, reportIntervalSeconds, fluid);
      made.set(key, { policies: inForce, watch });
      return watch;
    },
    availability: (now) => availability.get('all', now, async () => availabilityOf(await uptimes(sql))),
  };
}

/** The port the lanes call, in their transaction. */
export function createEvaluation(
  clock: { now(): Millis },
  log: Log,
  source: WatchSource,
  record: RecordOutcomes,
): EvaluationPort<Locked> {
  return {
    lock: async (sql, sentries) => {
      const rows = await lockStates(
        sql,
        sentries.map((sentry) => sentry.guid),
      );
      const byGuid = new Map(rows.map((row) => [row.sentry, row]));
      const locked = new Map<string, Locked>();
      for (const sentry of sentries) {
        const row = byGuid.get(sentry.guid);
        if (row !== undefined)
          locked.set(sentry.guid, { sentry, row, watch: await source.watchOf(sentry, clock.now()) });
      }
      const missing = sentries.map(({ guid }) => guid).filter((guid) => !locked.has(guid));
      const gone = missing.length === 0 ? new Set<string>() : await removedAmong(sql, missing);
      return { locked, gone };
    },
    // Under repair the state lags behind what is stored: nothing is known to be newer.
    newestAt: ({ row }, series) =>
      row.repairFrom !== null ? Number.POSITIVE_INFINITY : (row.state.series[series]?.at ?? null),
    evaluate: async (sql, batch) => {
      const now = clock.now();
      const availability = await source.availability(now);
      const late = new Map<LaneReport, readonly number[]>();
      const rows: MonitorRow[] = [];
      const outcomes: SentryOutcomes[] = [];
      for (const { locked, stored } of batch) {
        const { sentry, watch } = locked;
        const evaluated = evaluateReports(locked, stored, availability, now, log);
        for (const [report, places] of evaluated.late) late.set(report, places);
        rows.push(evaluated.row);
        if (evaluated.outcomes.length > 0) outcomes.push({ sentry, watch, outcomes: evaluated.outcomes });
      }
      await saveStates(sql, rows);
      if (outcomes.length > 0) await record(sql, outcomes, now);
      return late;
    },
  };
}

function evaluateReports(
  { sentry, row: before, watch }: Locked,
  stored: readonly StoredReport[],
  availability: Availability,
  now: Millis,
  log: Log,
): { row: MonitorRow; outcomes: readonly Outcome[]; late: ReadonlyMap<LaneReport, readonly number[]> } {
  const late = new Map<LaneReport, readonly number[]>();
  if (before.repairFrom !== null) return { row: awaitRepair(before, stored, now), outcomes: [], late };
  try {
    let row = before;
    const outcomes: Outcome[] = [];
    for (const { report, fresh } of stored) {
      const step = evaluateReport(watch, row, { ...report, readings: fresh }, availability);
      row = step.row;
      outcomes.push(...step.outcomes);
      late.set(
        report,
        step.late.flatMap((index) => fresh[index]?.index ?? []),
      );
    }
    const due = dueAt(watch, row, sentry.reportIntervalSeconds, availability, now);
    return { row: { ...row, nextDueAt: due }, outcomes, late };
  } catch (error) {
    log.error({ err: error, sentry: sentry.guid }, 'evaluation failed; readings are kept and will be replayed');
    return { row: awaitRepair(before, stored, now), outcomes: [], late };
  }
}

/** The state stays as it was; what was received meanwhile waits in the store. */
function awaitRepair(row: MonitorRow, stored: readonly StoredReport[], now: Millis): MonitorRow {
  const first = Math.min(...stored.flatMap(({ fresh }) => fresh.map((reading) => reading.at)));
  const from = Math.min(row.repairFrom ?? Number.POSITIVE_INFINITY, first);
  const received = Math.max(row.lastReceivedAt, ...stored.map(({ report }) => report.receivedAt));
  return {
    ...row,
    lastReceivedAt: received,
    repairFrom: Number.isFinite(from) ? from : row.repairFrom,
    nextDueAt: Math.min(row.nextDueAt ?? Number.POSITIVE_INFINITY, now + REPAIR_PAUSE),
  };
}
