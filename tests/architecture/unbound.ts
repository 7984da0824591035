/** A rule about organizations: who reaches the rows of all of them is listed (decision 85). */
import { matchesGlob } from 'node:path';
import type { Exception } from './exception.ts';
import { isCode, isTest, type SourceFile } from './repository.ts';
import type { SourceRule } from './source-rule.ts';

/** The context of a request has the database of its organization. These are the other ways to one. */
const UNBOUND: readonly RegExp[] = [
  /\.acrossTenants\b/u,
  // Of the platform, not followed by the organization.
  /\bplatform\.db\b(?!\.ofTenant\()/u,
  /\{[^{}]*\bdb\b[^{}]*\}(?:: (?:Omit<|Pick<)?Platform\b| = (?:this\.#)?platform;)/u,
  /: (?:Pick<)?Database\b/u,
];

const isServer = (file: SourceFile): boolean =>
  isCode(file) &&
  !isTest(file) &&
  matchesGlob(file.path, 'apps/server/src/**') &&
  !matchesGlob(file.path, 'apps/server/src/platform/**');

export const UNBOUND_RULES: readonly SourceRule[] = [
  {
    name: 'all-organizations-are-reached-by-listed-files',
    offenders: (files) =>
      files
        .filter((file) => isServer(file) && UNBOUND.some((pattern) => pattern.test(file.text)))
        .map(({ path }) => path),
    violations: [
      { path: 'apps/server/src/capabilities/zones/other.ts', text: 'await listZones(ctx.db.acrossTenants.console);' },
      { path: 'apps/server/src/capabilities/zones/other.ts', text: 'await listZones(platform.db.console, tenant);' },
      { path: 'apps/server/src/capabilities/zones/other.ts', text: 'const list = ({ db }: Platform) => db.console;' },
      { path: 'apps/server/src/views/other.ts', text: "const list = ({ db, clock }: Pick<Platform, 'db'>) => db;" },
      { path: 'apps/server/src/views/other.ts', text: 'const list = (db: Database) => db.console;' },
    ],
  },
];

const because = (reason: string, places: string): readonly Exception[] =>
  places
    .trim()
    .split(/\s+/u)
    .map((place) => ({ where: `apps/server/src/${place}`, reason }));

/** Files with a database that is not limited to one organization, each with the reason. */
export const UNBOUND_FILES: readonly Exception[] = [
  ...because(
    'the start of a server, its jobs, its metrics, its backups',
    `main.ts app/check-database.ts app/check-keys.ts app/create-backup.ts app/create-recovery-checks.ts app/erase-again.ts app/first-start.ts app/housekeeping.ts app/jobs.ts
     app/provision-tenant.ts app/service-metrics.ts app/wire-pipeline.ts capabilities/operations/store-usage-days.ts views/write-probe.ts`,
  ),
  ...because(
    'passes the database on to views that name the organization',
    'app/routes.ts views/get-started.ts views/location-cards.ts',
  ),
  ...because(
    'a sign-in or a secret, whose organization is not known before',
    `capabilities/api-tokens/authenticate-token.ts
     ${[
       'delete-expired-auth-data',
       'mfa/create-mfa-challenge',
       'mfa/remove-mfa-by-email',
       'mfa/report-recovery-code-use',
       'oidc/finish-oidc',
       'one-time-links/finish-signup',
       'one-time-links/one-time-links',
       'one-time-links/process-reset-requests',
       'one-time-links/request-password-reset',
       'one-time-links/reset-password',
       'password/new-passwords',
       'password/reset-password-by-email',
       'sessions/authenticate-session',
       'sessions/end-session',
       'sessions/list-sessions',
       'sessions/offer-new-cookie',
       'sessions/renew-session',
       'sign-in/choose-tenant',
       'sign-in/continue-sign-in',
       'sign-in/issue-session',
       'sign-in/log-in',
       'sign-in/sign-out',
       'sign-in/submit-second-factor',
       'throttling/rate-limits',
     ]
       .map((name) => `capabilities/auth/${name}.ts`)
       .join(' ')}
     capabilities/clips/playback/message-still.ts capabilities/clips/playback/serve-clip.ts
     capabilities/integrations/hosted/authenticate-client.ts capabilities/integrations/webhook/receive-hook.ts
     capabilities/live/accept-view.ts
     capabilities/notifications/action-links/open-link.ts capabilities/notifications/action-links/run-link-action.ts
     capabilities/sentries/devices/activate-device.ts capabilities/sentries/devices/device-authentication.ts`,
  ),
  ...because(
    'a job, or a process that looks after what it holds, of all organizations',
    `capabilities/alerts/acknowledgement/end-expired-acknowledgements.ts capabilities/alerts/acknowledgement/rewind-acknowledgements.ts
     capabilities/alerts/do-not-disturb/unmute-alerts.ts capabilities/weather/rewind-weather-checks.ts
     capabilities/cameras/announce-boundaries.ts capabilities/cameras/replan-location.ts
     capabilities/clips/alert-video/end-expectations.ts capabilities/clips/deletion/delete-clip.ts
     capabilities/clips/deletion/repeat-erasures.ts capabilities/clips/deletion/sweep-clips.ts
     capabilities/clips/retention/apply-video-retention.ts capabilities/events/event-fan-out.ts
     capabilities/integrations/overdue/watch-overdue.ts capabilities/weather/weather-monitor.ts
     capabilities/integrations/integration-runner.ts capabilities/live/check-leases.ts capabilities/live/end-view.ts
     capabilities/live/live-hub.ts capabilities/sentries/broker/broker-accounts.ts
     capabilities/signals/signal-channels.ts capabilities/simulated-sentries/simulation.ts
     capabilities/timeseries/apply-retention.ts capabilities/timeseries/pack-days.ts
     capabilities/timeseries/partition-store.ts`,
  ),
  ...because('the ticker evaluates sentries of all organizations', 'capabilities/evaluation/heartbeat.ts'),
  ...because(
    'a batch of reports has sentries of several organizations, and is limited to these',
    'capabilities/ingest/mqtt/mqtt-ingest.ts capabilities/ingest/store-pending.ts',
  ),
  ...because(
    'the outbox works for all organizations',
    `capabilities/mail/deliver-mail.ts capabilities/mail/relay-health.ts
     capabilities/notifications/destinations/send-to-destination.ts
     capabilities/notifications/digests/send-digests.ts
     capabilities/notifications/escalation/escalate-alerts.ts
     capabilities/notifications/outbox/rewind-notifications.ts
     capabilities/notifications/composing/compose-messages.ts capabilities/notifications/outbox/attempt-message.ts
     capabilities/notifications/outbox/claim-messages.ts capabilities/notifications/outbox/refresh-content.ts`,
  ),
  ...because(
    'the ends of all audit logs, and entries that could not be written at once',
    'capabilities/audit/append-spooled.ts capabilities/audit/audit-anchors.ts capabilities/audit/watch-audit.ts',
  ),
  ...because(
    'for those who operate the installation: other organizations, and figures of all',
    `capabilities/clips/retention/list-tenant-video.ts capabilities/clips/retention/set-video-retention.ts
     capabilities/operations/delete-tenant.ts capabilities/operations/get-usage.ts
     capabilities/operations/list-announcements.ts capabilities/operations/list-feedback.ts
     capabilities/operations/list-fleet.ts
     capabilities/notifications/outbound-destinations/allow-outbound.ts capabilities/notifications/outbound-destinations/list-outbound.ts
     capabilities/notifications/outbound-destinations/remove-outbound.ts capabilities/operations/read-public-downtimes.ts
     capabilities/operations/tenant-data-store.ts capabilities/operations/usage-of-today.ts capabilities/tenants/add-tenant.ts
     capabilities/tenants/change-tenant.ts capabilities/tenants/invite-to-tenant.ts
     capabilities/tenants/list-tenants.ts views/administration-page.ts`,
  ),
  ...because(
    'a command on the server',
    `capabilities/operations/bring-back-location.ts capabilities/operations/bring-back-policy.ts
     capabilities/operations/bring-back-target.ts capabilities/operations/bring-back-tenant.ts
     capabilities/operations/restore-location-settings.ts
     capabilities/user-administration/create-administrator.ts
     capabilities/user-administration/create-first-signup-link.ts`,
  ),
  ...because(
    'the installation looks at itself',
    `capabilities/self-monitoring/checks/check-delays.ts capabilities/self-monitoring/checks/check-durability.ts
     capabilities/self-monitoring/checks/check-throttled-senders.ts capabilities/self-monitoring/checks/check-video.ts
     capabilities/self-monitoring/health-checks.ts capabilities/self-monitoring/probes.ts capabilities/self-monitoring/recover-missed-deliveries.ts
     capabilities/self-monitoring/report-failed-message.ts
     capabilities/self-monitoring/update-system-alerts.ts`,
  ),
];
