/** All routes, listed: nothing registers itself. */
import type { FastifyInstance } from 'fastify';
import { alertRoutes } from '../capabilities/alerts/index.ts';
import { apiTokenRoutes } from '../capabilities/api-tokens/index.ts';
import { assetRoutes } from '../capabilities/assets/index.ts';
import { auditRoutes } from '../capabilities/audit/index.ts';
import { authenticateUser, profileRoutes, signInRoutes } from '../capabilities/auth/index.ts';
import { cameraRoutes } from '../capabilities/cameras/index.ts';
import { assertNotHeld, clipRoutes } from '../capabilities/clips/index.ts';
import { evaluationRoutes } from '../capabilities/evaluation/index.ts';
import { eventRoutes } from '../capabilities/events/index.ts';
import { ingestRoutes } from '../capabilities/ingest/index.ts';
import { installationRoutes } from '../capabilities/installation/index.ts';
import { findReadSentry, integrationRoutes } from '../capabilities/integrations/index.ts';
import { liveRoutes } from '../capabilities/live/index.ts';
import { locationRoutes } from '../capabilities/locations/index.ts';
import { notificationRoutes } from '../capabilities/notifications/index.ts';
import { operationsRoutes } from '../capabilities/operations/index.ts';
import { addAdoptionPolicies, policyRoutes } from '../capabilities/policies/index.ts';
import { prometheusRoutes } from '../capabilities/prometheus/index.ts';
import { sensorRoutes } from '../capabilities/sensors/index.ts';
import { createSentryAuthenticator, sentryRoutes } from '../capabilities/sentries/index.ts';
import { signalRoutes } from '../capabilities/signals/index.ts';
import { simulatedSentryRoutes } from '../capabilities/simulated-sentries/index.ts';
import { renameTenant, tenantRoutes } from '../capabilities/tenants/index.ts';
import { timeseriesRoutes } from '../capabilities/timeseries/index.ts';
import { userRoutes } from '../capabilities/user-administration/index.ts';
import { weatherRoutes } from '../capabilities/weather/index.ts';
import { zoneRoutes } from '../capabilities/zones/index.ts';
import { createDownloads } from '../platform/http/downloads.ts';
import { type AddRoute, type Authenticators, createRoutes } from '../platform/http/routes.ts';
import { type AddSocket, createSocketRoutes } from '../platform/http/socket-routes.ts';
import type { Platform } from '../platform/platform.ts';
import { adminOverviewView } from '../views/administration-page.ts';
import { alertInboxView } from '../views/alert-inbox-screen.ts';
import { alertEvidenceView } from '../views/alert-screen.ts';
import { createSparklines } from '../views/card-sparklines.ts';
import { getStartedView } from '../views/get-started.ts';
import { historyAnnotationsView } from '../views/history-annotations.ts';
import { activityView } from '../views/location-activity.ts';
import { calendarView } from '../views/location-calendar.ts';
import { locationCardsView } from '../views/location-cards.ts';
import { locationPageView } from '../views/location-page.ts';
import { policyCardsView } from '../views/policy-cards.ts';
import { policyEvidenceView } from '../views/policy-evidence.ts';
import { policySimulationView } from '../views/policy-simulation.ts';
import { searchView } from '../views/search.ts';
import { sentryConfigView } from '../views/sentry-config.ts';
import { sentrySetupView } from '../views/sentry-setup.ts';
import { onTenantCreated } from './provision-tenant.ts';
import type { Pipeline } from './wire-pipeline.ts';

export function registerRoutes(app: FastifyInstance, platform: Platform, pipeline: Pipeline): void {
  const authenticators: Authenticators = {
    user: (request) => authenticateUser(platform, request),
    sentry: createSentryAuthenticator(pipeline.sentryOf),
  };
  const { add, assertComplete } = createRoutes(
    app,
    authenticators,
    platform.clock,
    createDownloads(platform.config.downloadTimeoutMs),
  );
  const { addSocket, handled } = createSocketRoutes(app, authenticators, platform.clock, platform.log);
  operationsRoutes(add, platform, operationsPortsOf(platform, pipeline));
  installationRoutes(add, platform, pipeline.selfMonitor);
  signInRoutes(add, platform, renameTenant);
  profileRoutes(add, platform);
  apiTokenRoutes(add, platform);
  userRoutes(add, platform);
  tenantRoutes(add, platform, onTenantCreated(platform));
  auditRoutes(add, platform);
  locationRoutes(add, platform, pipeline);
  sentryRoutes(add, platform, pipeline.onSentryChanged);
  simulatedSentryRoutes(add, platform, pipeline);
  timeseriesRoutes(add, platform, pipeline.edits);
  prometheusRoutes(add, platform);
  ingestRoutes(add, platform, pipeline);
  sensorRoutes(add, platform, pipeline.sensors, pipeline.throttle);
  zoneRoutes(add, platform, pipeline.edits);
  videoRoutes(add, addSocket, app, platform, pipeline, authenticators);
  assetRoutes(add, platform);
  policyRoutes(add, platform, pipeline.edits);
  evaluationRoutes(add, platform, pipeline.source);
  alertRoutes(add, platform, pipeline);
  weatherRoutes(add, platform, pipeline);
  notificationRoutes(add, platform, pipeline);
  integrationRoutes(add, platform, integrationPortsOf(pipeline));
  eventRoutes(add, app, pipeline.fanOut, authenticators.user, platform);
  registerViews(add, platform, pipeline);
  assertComplete(handled);
}

function videoRoutes(
  add: AddRoute,
  addSocket: AddSocket,
  app: FastifyInstance,
  platform: Platform,
  pipeline: Pipeline,
  authenticators: Authenticators,
): void {
  signalRoutes(add, addSocket, app, platform, authenticators.sentry, pipeline.video.signaling);
  cameraRoutes(add, platform, pipeline.video.plan, findReadSentry);
  liveRoutes(add, addSocket, app, platform, pipeline.video.live);
  clipRoutes(add, platform, pipeline);
}

const integrationPortsOf = (pipeline: Pipeline): Parameters<typeof integrationRoutes>[2] => ({
  onSentryChanged: pipeline.onSentryChanged,
  sensors: pipeline.sensors,
  onAdopted: (ctx, tx, series) => addAdoptionPolicies(ctx, tx, series, pipeline.edits),
  ingest: pipeline,
});

const operationsPortsOf = (platform: Platform, pipeline: Pipeline): Parameters<typeof operationsRoutes>[2] => ({
  health: pipeline.health,
  backups: pipeline.backups,
  recoveryChecks: pipeline.recoveryChecks,
  archive: pipeline.archive,
  failingHealthChecks: pipeline.selfMonitor.findProblems,
  disk: pipeline.probes.disk,
  assertNotHeld: (sql, tenant) => assertNotHeld(sql, tenant, null, new Date(platform.clock.now())),
  eraseClips: pipeline.clips.eraseClips,
});

/** What screens read: each joins what several capabilities own. */
function registerViews(add: AddRoute, platform: Platform, pipeline: Pipeline): void {
  adminOverviewView(add, platform, pipeline);
  const loadSparklines = createSparklines(platform.db);
  locationCardsView(add, platform, pipeline.source, loadSparklines);
  locationPageView(add, platform, { source: pipeline.source, loadSparklines });
  alertInboxView(add, platform);
  alertEvidenceView(add, platform, pipeline);
  historyAnnotationsView(add, platform);
  activityView(add, platform);
  calendarView(add, platform);
  searchView(add, platform);
  policyCardsView(add, platform, pipeline);
  policyEvidenceView(add, platform);
  policySimulationView(add, platform, pipeline);
  sentryConfigView(add, platform);
  sentrySetupView(add, platform);
  getStartedView(add, platform);
}
