/**
 * GET /internal/metrics: metrics for Prometheus, for requests from this machine or with the metrics token. Counters are of this
 * process; gauges of the whole installation are queried on demand, at most every few seconds. `metric-table.ts` declares them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoredReport, ThrottleReason } from '../capabilities/ingest/index.ts';
import { backupTime, listBackups, newestBackup } from '../platform/backup/backup-folder.ts';
import type { Platform } from '../platform/platform.ts';
import { readArchiverStatus } from '../platform/wal-archive/archiver-store.ts';
import { countServiceGauges, countWaitingNotifications } from '../views/service-gauges.ts';
import { IngestGauges } from './ingest-gauges.ts';
import { type GaugeInputs, INSTALLATION_GAUGES, type InstallationGauge, PROCESS_METRICS } from './metric-table.ts';
import { mayReadMetrics } from './metrics-access.ts';
import type { Pipeline } from './wire-pipeline.ts';

const CACHE_TTL_MS = 5000;

/** The metrics of this process and of the installation. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly #reports = new Counter({ ...PROCESS_METRICS.reports, registers: this.#registers });
  readonly #readings = new Counter({ ...PROCESS_METRICS.readings, registers: this.#registers });
  readonly #throttled = new Counter({ ...PROCESS_METRICS.throttled, registers: this.#registers });
  readonly #ingest = new IngestGauges(this.#registers);
  readonly #requests = new Histogram({
    ...PROCESS_METRICS.requests,
    buckets: [...PROCESS_METRICS.requests.buckets],
    registers: this.#registers,
  });
  readonly #installation = new InstallationGauges(this.#registry);
  readonly #failingStep = new Gauge({ ...PROCESS_METRICS.failingStep, registers: this.#registers });
  readonly #rowSecurity = new Gauge({ ...PROCESS_METRICS.rowSecurity, registers: this.#registers });
  readonly #healthy = new Gauge({ ...PROCESS_METRICS.healthy, registers: this.#registers });
  #collectsProcessMetrics = false;

  /** Called after each commit of readings. */
  onReportsStored(stored: readonly StoredReport[]): void {
    this.#reports.inc(stored.length);
    for (const { report, added } of stored) {
      this.#readings.inc({ result: 'new' }, added.length);
      this.#readings.inc({ result: 'duplicate' }, Math.max(0, report.readings.length - added.length));
    }
  }

  /** Called for each report that is refused because its sentry, its organization or all together send too much. */
  onReportThrottled(reason: ThrottleReason): void {
    this.#throttled.inc({ reason });
  }

  /** Measures requests, and serves the metrics. */
  install(app: FastifyInstance, platform: Platform, pipeline: Pipeline): void {
    this.#rowSecurity.set(platform.config.tenantRole === null ? 0 : 1);
    app.addHook('onResponse', async (request, reply) => this.#measure(request, reply));
    app.get('/internal/metrics', async (request, reply) => {
      if (!mayReadMetrics(request, platform.config.metricsToken)) return reply.code(404).send();
      this.#collectProcessMetrics();
      this.#ingest.update(pipeline.ingestQueue.load, platform.config);
      await this.#updateHealth(pipeline);
      await this.#installation.refresh(platform, pipeline, request);
      return reply
        .type(this.#registry.contentType)
        .header('cache-control', 'no-store')
        .send(await this.#registry.metrics());
    });
  }

  #measure(request: FastifyRequest, reply: FastifyReply): void {
    // A route's own pattern: addresses hold guids and tokens.
    const route = request.routeOptions.url ?? 'none';
    if (route === '/api/v1/events') return;
    const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` };
    this.#requests.observe(labels, reply.elapsedTime / 1000);
  }

  /** Those of the Node process, from the first scrape on. */
  #collectProcessMetrics(): void {
    if (!this.#collectsProcessMetrics) collectDefaultMetrics({ register: this.#registry });
    this.#collectsProcessMetrics = true;
  }

  async #updateHealth({ health }: Pipeline): Promise<void> {
    const problem = await health.problem();
    this.#healthy.set(problem === null ? 1 : 0);
    this.#failingStep.reset();
    if (problem !== null) this.#failingStep.set({ step: problem.step }, 1);
  }
}

/** The gauges of the whole installation, as of the last query. */
class InstallationGauges {
  readonly #gauges: readonly { readonly gauge: Gauge; readonly row: InstallationGauge }[];
  #refreshedAt = Number.NEGATIVE_INFINITY;

  constructor(registry: Registry) {
    this.#gauges = INSTALLATION_GAUGES.map((row) => ({
      gauge: new Gauge({ name: row.name, help: row.help, labelNames: row.labelNames ?? [], registers: [registry] }),
      row,
    }));
  }

  /** Queries them, unless that was done a moment ago. */
  async refresh(platform: Platform, pipeline: Pipeline, { log }: FastifyRequest): Promise<void> {
    const now = platform.clock.now();
    // Where time went back, their age is unknown.
    if (now >= this.#refreshedAt && now - this.#refreshedAt < CACHE_TTL_MS) return;
    this.#refreshedAt = now;
    try {
      const values = await readGauges(platform, pipeline);
      for (const { gauge, row } of this.#gauges) row.update(gauge, values);
    } catch (error) {
      // The counters of this process are useful while the database is unreachable.
      this.#refreshedAt = Number.NEGATIVE_INFINITY;
      log.warn({ err: error }, 'gauges could not be queried, serving counters only');
      for (const { gauge, row } of this.#gauges)
        if (row.labelNames === undefined) gauge.remove();
        else gauge.reset();
    }
  }
}

async function readGauges({ clock, config, db }: Platform, pipeline: Pipeline): Promise<GaugeInputs> {
  const now = clock.now();
  const counts = await countServiceGauges(db.console, now);
  const waiting = await countWaitingNotifications(db.console);
  const failing = await pipeline.selfMonitor.findProblems();
  const disk = await pipeline.probes.disk();
  const newest = backupTime(newestBackup(await listBackups(config.backup.folder), now) ?? '');
  return {
    counts,
    waiting: new Map(waiting.map((row) => [row.channel, row])),
    failingChecks: failing.length,
    disk,
    backupAgeSeconds: newest === null ? null : (now - newest) / 1000,
    archiver: await readArchiverStatus(db.console),
  };
}
