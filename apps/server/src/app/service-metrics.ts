/**
 * GET /internal/metrics: metrics for Prometheus, for requests from this machine or with the metrics token. Counters are of this
 * process; gauges of the whole installation are queried on demand, at most every few seconds.
 */
import { CHANNEL_KINDS } from '@picket/domain/channels';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoredReport } from '../capabilities/ingest/index.ts';
import { backupTime, listBackups } from '../platform/backup/backup-folder.ts';
import { checkMetricsToken } from '../platform/http/metrics-token.ts';
import type { Platform } from '../platform/platform.ts';
import { countServiceGauges, countWaitingNotifications, type ServiceGauges } from '../views/service-gauges.ts';
import type { Pipeline } from './wire-pipeline.ts';

const CACHE_TTL_MS = 5000;

export interface Metrics {
  /** Called after each commit of readings. */
  readonly onReportsStored: (stored: readonly StoredReport[]) => void;
  /** Measures requests, and serves the metrics. */
  install(app: FastifyInstance, platform: Platform, pipeline: Pipeline): void;
}

type GaugeTable = Readonly<Record<string, readonly [help: string, of: (found: ServiceGauges) => number]>>;

const GAUGES: GaugeTable = {
  picket_tenants: ['Organizations', (found) => found.tenants],
  picket_sentries: ['Sentries in use', (found) => found.sentries],
  picket_sentries_silent: ['Sentries not seen for 15 minutes', (found) => found.silent],
  picket_evaluation_lag_seconds: ['How long the most overdue evaluation waits', (found) => found.evaluationLag],
  picket_messages_waiting: ['Deliveries and messages waiting to be sent', (found) => found.waiting],
  picket_notification_lag_seconds: [
    'How long the oldest message to a working receiver has waited for its first attempt',
    (found) => found.notificationLag,
  ],
  picket_messages_failed_last_day: ['Messages that failed for good in the last day', (found) => found.failedMessages],
  picket_database_bytes: ['Size of the database', (found) => found.databaseBytes],
  picket_database_connections: ['Connections to the database', (found) => found.connections],
  picket_sessions: ['Sessions that have not expired', (found) => found.sessions],
};

export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  const reports = new Counter({ name: 'picket_reports_total', help: 'Reports stored and evaluated', registers });
  const readings = new Counter({
    name: 'picket_readings_total',
    help: 'Readings of stored reports: new, or duplicate',
    labelNames: ['result'] as const,
    registers,
  });
  const requests = new Histogram({
    name: 'picket_http_request_duration_seconds',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const open = new Gauge({
    name: 'picket_alerts_open',
    help: 'Open alerts, by severity',
    labelNames: ['severity'] as const,
    registers,
  });
  const waiting = new Gauge({
    name: 'picket_notifications_waiting',
    help: 'Notifications waiting for delivery, by channel',
    labelNames: ['channel'] as const,
    registers,
  });
  const down = new Gauge({
    name: 'picket_destinations_down',
    help: 'Failing destinations with waiting notifications, by channel',
    labelNames: ['channel'] as const,
    registers,
  });
  const gauges = Object.entries(GAUGES).map(([name, [help, of]]) => ({
    gauge: new Gauge({ name, help, registers }),
    of,
  }));
  const failingChecks = new Gauge({
    name: 'picket_failing_health_checks',
    help: 'Health checks of Picket itself that fail',
    registers,
  });
  const backupAge = new Gauge({
    name: 'picket_backup_age_seconds',
    help: 'Age of the newest backup; absent where there is none',
    registers,
  });
  const free = new Gauge({ name: 'picket_disk_free_bytes', help: 'Free disk space where data is stored', registers });
  const total = new Gauge({ name: 'picket_disk_bytes', help: 'Size of the disk where data is stored', registers });
  const failingStep = new Gauge({
    name: 'picket_health_failing',
    help: 'Present while reports cannot be stored: the step that fails',
    labelNames: ['step'] as const,
    registers,
  });
  const healthy = new Gauge({ name: 'picket_healthy', help: '1 while reports can be stored', registers });
  let collectsProcessMetrics = false;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const refreshGauges = async (platform: Platform, pipeline: Pipeline): Promise<void> => {
    if (performance.now() - refreshedAt < CACHE_TTL_MS) return;
    refreshedAt = performance.now();
    const now = platform.clock.now();
    const found = await countServiceGauges(platform.db.console, now);
    for (const { gauge, of } of gauges) gauge.set(of(found));
    open.set({ severity: 'critical' }, found.openCritical);
    open.set({ severity: 'warning' }, found.openWarning);
    open.set({ severity: 'other' }, found.openOther);
    const byChannel = new Map((await countWaitingNotifications(platform.db.console)).map((row) => [row.channel, row]));
    for (const channel of CHANNEL_KINDS) {
      waiting.set({ channel }, byChannel.get(channel)?.waiting ?? 0);
      down.set({ channel }, byChannel.get(channel)?.down ?? 0);
    }
    failingChecks.set((await pipeline.selfMonitor.findProblems()).length);
    const disk = await pipeline.probes.disk();
    if (disk !== null) {
      free.set(disk.free);
      total.set(disk.total);
    }
    const newest = backupTime((await listBackups(platform.config.backup.folder))[0] ?? '');
    if (newest !== null) backupAge.set((now - newest) / 1000);
    else backupAge.remove();
  };

  return {
    onReportsStored: (batch) => {
      reports.inc(batch.length);
      for (const { report, added } of batch) {
        readings.inc({ result: 'new' }, added.length);
        readings.inc({ result: 'duplicate' }, Math.max(0, report.readings.length - added.length));
      }
    },
    install: (app, platform, pipeline) => {
      app.addHook('onResponse', async (request, reply) => {
        // A route's own pattern: addresses hold guids and tokens.
        const route = request.routeOptions.url ?? 'none';
        if (route === '/api/v1/events') return;
        const labels = { method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` };
        requests.observe(labels, reply.elapsedTime / 1000);
      });
      app.get('/internal/metrics', { schema: { hide: true } }, async (request, reply) => {
        if (!isAllowed(request, platform.config.metricsToken)) return reply.code(404).send();
        // Process metrics are collected from the first scrape on.
        if (!collectsProcessMetrics) collectDefaultMetrics({ register: registry });
        collectsProcessMetrics = true;
        const problem = await pipeline.health.problem();
        healthy.set(problem === null ? 1 : 0);
        failingStep.reset();
        if (problem !== null) failingStep.set({ step: problem.step }, 1);
        try {
          await refreshGauges(platform, pipeline);
        } catch (error) {
          // The counters of this process are useful while the database is unreachable.
          refreshedAt = Number.NEGATIVE_INFINITY;
          request.log.warn({ err: error }, 'gauges could not be queried, serving counters only');
          for (const { gauge } of gauges) gauge.remove();
        }
        return reply
          .type(registry.contentType)
          .header('cache-control', 'no-store')
          .send(await registry.metrics());
      });
    },
  };
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/iu;
/** Headers that proxies add: standard and vendor-specific ones. */
const PROXIED =
  /forward|^via$|client-?ip|real-ip|connecting-ip|external-address|user-ip|original|^cf-|cdn-loop|^proxy-/iu;

/** From this machine and not through a proxy, as far as that shows; or with the token. */
function isAllowed(request: FastifyRequest, token: string | null): boolean {
  const shown = checkMetricsToken(request, token);
  if (shown !== null) return shown;
  const { headers, raw } = request;
  return (
    LOOPBACK.includes(raw.socket.remoteAddress ?? '') &&
    LOCAL_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => PROXIED.test(name))
  );
}
