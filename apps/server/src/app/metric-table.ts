/**
 * The metrics of the service, each declared once: its name, its help, its labels, and for a gauge of the whole installation how
 * it follows from what was counted. To add a gauge add a row; the dashboard in `deploy` may then show it.
 */
import { CHANNEL_KINDS } from '@picket/domain/channels';
import type { Gauge } from 'prom-client';
import { isArchiverFailing } from '../platform/wal-archive/archiver-problem.ts';
import type { ArchiverStatus } from '../platform/wal-archive/archiver-store.ts';
import type { ServiceGauges, WaitingNotifications } from '../views/service-gauges.ts';

/** Counters and gauges of this process. */
export const PROCESS_METRICS = {
  reports: { name: 'picket_reports_total', help: 'Reports stored and evaluated' },
  readings: {
    name: 'picket_readings_total',
    help: 'Readings of stored reports: new, or duplicate',
    labelNames: ['result'],
  },
  throttled: {
    name: 'picket_reports_throttled_total',
    help: 'Reports refused with 429 or 503: beyond the rate of readings of a sentry or organization, beyond its share of the ingest queue, or because the queue is full',
    labelNames: ['reason'],
  },
  queue: { name: 'picket_ingest_queue_reports', help: 'Reports that wait in the ingest queue' },
  queueTenants: { name: 'picket_ingest_queue_tenants', help: 'Organizations whose reports wait or are being stored' },
  transactions: { name: 'picket_ingest_transactions', help: 'Ingest transactions that run' },
  limits: {
    name: 'picket_ingest_limit',
    help: 'Limits of ingest as they are set; 0: without a limit. Reports that may wait, transactions at a time, readings a second and at once',
    labelNames: ['limit'],
  },
  requests: {
    name: 'picket_http_request_duration_seconds',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  failingStep: {
    name: 'picket_health_failing',
    help: 'Present while reports cannot be stored: the step that fails',
    labelNames: ['step'],
  },
  rowSecurity: {
    name: 'picket_row_security',
    help: '1 where Postgres limits what works for one organization to the rows of that one',
  },
  healthy: { name: 'picket_healthy', help: '1 while reports can be stored' },
} as const;

/** What was counted for the gauges of the installation. */
export interface GaugeInputs {
  readonly counts: ServiceGauges;
  /** By channel; one without waiting notifications is absent. */
  readonly waiting: ReadonlyMap<string, WaitingNotifications>;
  readonly failingChecks: number;
  /** null: unknown. */
  readonly disk: { readonly free: number; readonly total: number } | null;
  /** null: there is no backup. */
  readonly backupAgeSeconds: number | null;
  readonly archiver: ArchiverStatus;
}

export interface InstallationGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  readonly update: (gauge: Gauge, values: GaugeInputs) => void;
}

const count = (name: string, help: string, of: (counts: ServiceGauges) => number): InstallationGauge => ({
  name,
  help,
  update: (gauge, { counts }) => gauge.set(of(counts)),
});

const byChannel = (name: string, help: string, of: (waiting: WaitingNotifications) => number): InstallationGauge => ({
  name,
  help,
  labelNames: ['channel'],
  update: (gauge, { waiting }) => {
    for (const channel of CHANNEL_KINDS) {
      const found = waiting.get(channel);
      gauge.set({ channel }, found === undefined ? 0 : of(found));
    }
  },
});

/** Of the archive of WAL; absent where Postgres archives nothing, or where the value (null) is not known. */
const ofArchive = (name: string, help: string, of: (archiver: ArchiverStatus) => number | null): InstallationGauge => ({
  name,
  help,
  update: (gauge, { archiver }) => {
    const value = archiver.isOn ? of(archiver) : null;
    if (value === null) gauge.remove();
    else gauge.set(value);
  },
});

export const INSTALLATION_GAUGES: readonly InstallationGauge[] = [
  {
    name: 'picket_alerts_open',
    help: 'Open alerts, by severity',
    labelNames: ['severity'],
    update: (gauge, { counts }) => {
      gauge.set({ severity: 'critical' }, counts.openCritical);
      gauge.set({ severity: 'warning' }, counts.openWarning);
      gauge.set({ severity: 'other' }, counts.openOther);
    },
  },
  byChannel('picket_notifications_waiting', 'Notifications waiting for delivery, by channel', ({ waiting }) => waiting),
  byChannel(
    'picket_destinations_down',
    'Failing destinations with waiting notifications, by channel',
    ({ down }) => down,
  ),
  count('picket_tenants', 'Organizations', ({ tenants }) => tenants),
  count('picket_sentries', 'Sentries in use', ({ sentries }) => sentries),
  count(
    'picket_sentries_silent',
    'Sentries not seen for 15 minutes and 2.5 of their intervals',
    ({ silent }) => silent,
  ),
  count(
    'picket_evaluation_lag_seconds',
    'How long the most overdue evaluation waits',
    ({ evaluationLag }) => evaluationLag,
  ),
  count('picket_messages_waiting', 'Deliveries and messages waiting to be sent', ({ waiting }) => waiting),
  count(
    'picket_notification_lag_seconds',
    'How long the oldest message to a working receiver has waited for its first attempt',
    ({ notificationLag }) => notificationLag,
  ),
  count(
    'picket_messages_failed_last_day',
    'Messages that failed for good in the last day',
    ({ failedMessages }) => failedMessages,
  ),
  count('picket_database_bytes', 'Size of the database', ({ databaseBytes }) => databaseBytes),
  count('picket_clips_bytes', 'Size of the clips that are stored', ({ clipBytes }) => clipBytes),
  count('picket_database_connections', 'Connections to the database', ({ connections }) => connections),
  count('picket_sessions', 'Sessions that have not expired', ({ sessions }) => sessions),
  {
    name: 'picket_failing_health_checks',
    help: 'Health checks of Picket itself that fail',
    update: (gauge, { failingChecks }) => gauge.set(failingChecks),
  },
  {
    name: 'picket_backup_age_seconds',
    help: 'Age of the newest backup; absent where there is none',
    update: (gauge, { backupAgeSeconds }) => {
      if (backupAgeSeconds === null) gauge.remove();
      else gauge.set(backupAgeSeconds);
    },
  },
  ofArchive(
    'picket_archive_failing',
    '1 while the last attempt to archive WAL failed; absent where the database archives nothing',
    (archiver) => (isArchiverFailing(archiver) ? 1 : 0),
  ),
  ofArchive(
    'picket_archive_age_seconds',
    'Time since WAL was last archived; absent where that never happened',
    ({ now, lastArchivedAt }) => (lastArchivedAt === null ? null : (now - lastArchivedAt) / 1000),
  ),
  ofArchive(
    'picket_archive_waiting_files',
    'Files of WAL that are complete and not archived',
    ({ waitingFiles }) => waitingFiles,
  ),
  ofArchive('picket_archive_failures', 'Failed attempts to archive WAL', ({ failures }) => failures),
  ofArchive(
    'picket_archive_incomplete',
    '1 while the archive lacks WAL that was dropped since the last base backup',
    ({ droppedAt }) => (droppedAt === null ? 0 : 1),
  ),
  {
    name: 'picket_wal_bytes',
    help: 'Size of pg_wal; absent where the database does not let Picket see it',
    update: (gauge, { archiver: { walBytes } }) => {
      if (walBytes === null) gauge.remove();
      else gauge.set(walBytes);
    },
  },
  {
    name: 'picket_disk_free_bytes',
    help: 'Free disk space where data is stored',
    update: (gauge, { disk }) => {
      if (disk === null) gauge.remove();
      else gauge.set(disk.free);
    },
  },
  {
    name: 'picket_disk_bytes',
    help: 'Size of the disk where data is stored',
    update: (gauge, { disk }) => {
      if (disk === null) gauge.remove();
      else gauge.set(disk.total);
    },
  },
];
