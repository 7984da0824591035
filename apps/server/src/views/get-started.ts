/** The get-started list: each step is computed from what there is, never from what somebody pressed. */
import type { GetStartedOut } from '@picket/contracts/types';
import { comparesReadings } from '@picket/domain/aggregations';
import { GET_STARTED_STEP_NAMES, GET_STARTED_STEPS, type GetStartedStepName } from '@picket/domain/get-started-steps';
import { minSeverityOf } from '@picket/domain/severity';
import { formatInstant } from '@picket/domain/time';
import { type GlobalPolicy, globalPolicies } from '../capabilities/policies/index.ts';
import { getStartedDecisions } from '../capabilities/tenants/index.ts';
import { type BackupPlace, findBackupPlace } from '../platform/backup/backup-place.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/db/database.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';

interface LocationRow {
  guid: string;
  name: string;
  timezone: string;
  createdAt: Date;
}

interface SentryRow {
  guid: string;
  location: string;
  name: string;
  isSimulated: boolean;
  reports: boolean;
  activatedAt: Date | null;
  lastReceivedAt: Date | null;
}

interface CountRow {
  invited: number;
  /** When the second user signed up; null: there is none. */
  secondAt: Date | null;
  /** When a recipient last confirmed that a message arrived; null: never. */
  confirmedAt: Date | null;
}

/** What the steps are computed from. */
interface SetupState {
  readonly location: LocationRow | null;
  readonly sentry: SentryRow | null;
  readonly counts: CountRow;
  readonly hasMail: boolean;
  readonly hasHeartbeat: boolean;
  /** null: not the caller's business. */
  readonly backup: BackupPlace | null;
}

async function firstLocation(sql: Sql, tenant: string): Promise<LocationRow | null> {
  const { rows } = await sql.query<LocationRow & { [name: string]: unknown }>(
    `SELECT guid, name, timezone, created_at AS "createdAt" FROM location
      WHERE tenant_guid = $1::uuid ORDER BY created_at, guid LIMIT 1`,
    [tenant],
  );
  return rows[0] ?? null;
}

/** One that reports, a real one first; else one that waits for its device. */
async function firstSentry(sql: Sql, tenant: string): Promise<SentryRow | null> {
  const { rows } = await sql.query<SentryRow & { [name: string]: unknown }>(
    `SELECT s.guid, s.location_guid AS location, s.name, s.simulated_until IS NOT NULL AS "isSimulated",
            EXISTS (SELECT 1 FROM series x WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = s.guid) AS reports,
            s.activated_at AS "activatedAt", m.last_received_at AS "lastReceivedAt"
       FROM sentry s LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL
      ORDER BY reports DESC, s.simulated_until IS NOT NULL, s.created_at, s.guid LIMIT 1`,
    [tenant],
  );
  return rows[0] ?? null;
}

async function countsOf(sql: Sql, tenant: string): Promise<CountRow> {
  const { rows } = await sql.query<CountRow & { [name: string]: unknown }>(
    `SELECT (SELECT count(*)::int FROM user_account u WHERE u.tenant_guid = $1::uuid
               AND u.password_hash IS NULL AND u.oidc_subject IS NULL) AS invited,
            (SELECT u.created_at FROM user_account u WHERE u.tenant_guid = $1::uuid
               AND (u.password_hash IS NOT NULL OR u.oidc_subject IS NOT NULL)
              ORDER BY u.created_at, u.guid OFFSET 1 LIMIT 1) AS "secondAt",
            (SELECT max(h.confirmed_at) FROM destination_health h
              WHERE h.tenant_guid = $1::uuid AND (
                EXISTS (SELECT 1 FROM user_account u WHERE u.tenant_guid = $1::uuid AND u.guid = h.destination_guid)
                OR EXISTS (SELECT 1 FROM destination d WHERE d.tenant_guid = $1::uuid AND d.guid = h.destination_guid AND d.removed_at IS NULL))
            ) AS "confirmedAt"`,
    [tenant],
  );
  return rows[0] ?? { invited: 0, secondAt: null, confirmedAt: null };
}

/** When each step was done; true: done at a time nobody knows; null: open. */
function doneSteps({ location, sentry, counts, hasMail, hasHeartbeat, backup }: SetupState) {
  return {
    LOCATION: location?.createdAt ?? null,
    SENTRY: sentry?.reports === true ? (sentry.activatedAt ?? true) : null,
    NOTIFIED: counts.confirmedAt,
    MAIL: hasMail || null,
    PERSON: counts.secondAt,
    BACKUP: backup?.isElsewhere === true && backup.newestAt !== null ? new Date(backup.newestAt) : null,
    HEARTBEAT: hasHeartbeat || null,
  } as const satisfies Readonly<Record<GetStartedStepName, Date | true | null>>;
}

function stepsOf(setup: SetupState, notNeeded: readonly string[], isAdminTenant: boolean): GetStartedOut['steps'] {
  const done = doneSteps(setup);
  return GET_STARTED_STEP_NAMES.filter((name) => isAdminTenant || !GET_STARTED_STEPS[name].isOfInstallation).map(
    (name) => {
      const at = done[name];
      if (at === null) return { name, state: notNeeded.includes(name) ? 'NOT_NEEDED' : 'OPEN' };
      return { name, state: 'DONE', ...(at === true ? {} : { doneAt: formatInstant(at.getTime()) }) };
    },
  );
}

const toSentryOut = ({ activatedAt: _, lastReceivedAt, ...sentry }: SentryRow): GetStartedOut['sentry'] => ({
  ...sentry,
  ...(lastReceivedAt === null ? {} : { lastReceivedAt: formatInstant(lastReceivedAt.getTime()) }),
});

const toBackupOut = ({ folder, newestAt, isElsewhere }: BackupPlace): GetStartedOut['backup'] => ({
  folder,
  isElsewhere,
  ...(newestAt === null ? {} : { newestAt: formatInstant(newestAt) }),
});

/** An alert below this severity is shown and nothing else. */
const MIN_SEVERITY = minSeverityOf('info');
/** Several conditions at once are no limit that a reading has, nor is one on what is computed over a time. */
const watchedLimits = (policies: readonly GlobalPolicy[]): GetStartedOut['watched'] =>
  policies
    .flatMap(({ definition }) => definition.violations)
    .flatMap(({ severity, conditions: [only, ...others] }) => {
      if (only === undefined || others.length > 0 || severity < MIN_SEVERITY) return [];
      const { sensorMetricId, column, operator, threshold, calc } = only;
      if (!comparesReadings(calc)) return [];
      return [{ sensorMetricId, column, operator, threshold }];
    });

const placeOf = ({ dataDir, backup }: Config): Promise<BackupPlace> => findBackupPlace(dataDir, backup.folder);

export function getStartedView(add: AddRoute, { db, config, settings }: Platform): void {
  add('GET /views/get-started', async ({ actor }) => {
    const { tenant, isAdminTenant } = actor;
    const sql = db.console;
    const [location, sentry, counts, decisions, policies, backup] = await Promise.all([
      firstLocation(sql, tenant),
      firstSentry(sql, tenant),
      countsOf(sql, tenant),
      getStartedDecisions(sql, tenant),
      globalPolicies(sql, tenant),
      isAdminTenant ? placeOf(config) : null,
    ]);
    const setup: SetupState = {
      ...{ location, sentry, counts, backup },
      hasMail: settings.current().mail !== null,
      hasHeartbeat: settings.current().heartbeat !== null,
    };
    return {
      isClosed: decisions.closedAt !== null,
      steps: stepsOf(setup, decisions.notNeeded, isAdminTenant),
      ...(location === null
        ? {}
        : { location: { guid: location.guid, name: location.name, timezone: location.timezone } }),
      ...(sentry === null ? {} : { sentry: toSentryOut(sentry) }),
      canSimulate: config.simulatedSentries,
      hasMail: setup.hasMail,
      policies: policies.length,
      watched: watchedLimits(policies),
      invited: counts.invited,
      ...(backup === null ? {} : { backup: toBackupOut(backup) }),
    };
  });
}
