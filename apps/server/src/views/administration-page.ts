/** The administration page: counts and states of what its caller may see, and what is missing or wrong. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { currentAuditAction } from '@picket/domain/audit';
import { OPEN_POINT_KINDS, OPEN_POINTS, type OpenPointKind } from '@picket/domain/open-points';
import { isAdmin, visibleLocations } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { isMailConfigured, relayOf } from '../capabilities/mail/index.ts';
import { hiddenPolicies } from '../capabilities/policies/index.ts';
import type { SelfMonitor } from '../capabilities/self-monitoring/index.ts';
import { getRetention } from '../capabilities/timeseries/index.ts';
import type { StatedProblem } from '../locales/problem-in-english.ts';
import { findBackupPlace } from '../platform/backup/backup-place.ts';
import type { BackupScheduler } from '../platform/backup/backup-scheduler.ts';
import type { UserActor } from '../platform/http/actor.ts';
import { type Ctx, contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import {
  countInstallation,
  countPolicies,
  countTenant,
  findLatestAudit,
  type InstallationCounts,
  isAdminTenant,
  type TenantCounts,
} from './administration-page-counts.ts';

const COUNTED_MS = 30 * 86_400_000;

type Overview = ResponseOf<'GET /views/admin'>;
type OpenPoint = Overview['openPoints'][number];

interface Ports {
  readonly backups: Pick<BackupScheduler, 'state'>;
  readonly selfMonitor: Pick<SelfMonitor, 'findProblems' | 'lastPing'>;
}

interface Installation {
  readonly counts: InstallationCounts;
  readonly failing: readonly StatedProblem[];
  readonly newestBackupAt: string | null;
  readonly hasBackups: boolean;
  /** Backups go to another disk than the data. */
  readonly isBackupElsewhere: boolean;
}

export function adminOverviewView(add: AddRoute, platform: Platform, ports: Ports): void {
  add('GET /views/admin', async ({ actor }) => {
    const ctx = contextOf(platform, actor);
    const policies = await countPolicies(ctx.db.console, actor.tenant, {
      hidden: await hiddenPolicies(ctx),
      visible: visibleLocations(actor.permissions),
      since: new Date(ctx.clock.now() - COUNTED_MS),
    });
    if (!isAdmin(actor.permissions)) return { policies, openPoints: [] };
    const isOperator = await isAdminTenant(ctx.db.console, actor.tenant);
    const [counts, installation] = await Promise.all([
      countTenant(ctx.db.console, actor.tenant, new Date(ctx.clock.now())),
      isOperator ? readInstallation(ctx, ports) : null,
    ]);
    return {
      policies,
      tenant: await toTenantOut(ctx, counts),
      ...(installation === null ? {} : { installation: toInstallationOut(ctx, installation) }),
      openPoints: [
        ...tenantPoints(ctx, counts),
        ...(installation === null ? [] : installationPoints(ctx, ports, installation)),
      ].toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind)),
    };
  });
}

const rankOf = (kind: OpenPointKind): number => OPEN_POINT_KINDS.indexOf(kind);

async function readInstallation(
  { db, config }: Ctx<UserActor>,
  { backups, selfMonitor }: Ports,
): Promise<Installation> {
  const [counts, failing, state, place] = await Promise.all([
    countInstallation(db.acrossTenants.console),
    selfMonitor.findProblems(),
    backups.state(),
    findBackupPlace(config.dataDir, config.backup.folder),
  ]);
  return {
    counts,
    failing,
    newestBackupAt: state.backups[0]?.madeAt ?? null,
    hasBackups: state.everyHours !== null,
    isBackupElsewhere: place.isElsewhere,
  };
}

async function toTenantOut({ db, actor }: Ctx<UserActor>, counts: TenantCounts): Promise<Overview['tenant']> {
  const [{ READINGS: keepDays }, latest] = await Promise.all([
    getRetention(db.console, actor.tenant),
    findLatestAudit(db.console, actor.tenant),
  ]);
  const {
    administrators: _administrators,
    anyChannels: _anyChannels,
    failedMails: _failedMails,
    isTested: _isTested,
    ...shown
  } = counts;
  if (latest === null) return { ...shown, keepDays };
  const { occurredAt, action, ...rest } = latest;
  const lastAudit = { ...rest, action: currentAuditAction(action), occurredAt: formatInstant(occurredAt.getTime()) };
  return { ...shown, keepDays, lastAudit };
}

function toInstallationOut(
  ctx: Ctx<UserActor>,
  { counts, failing, newestBackupAt }: Installation,
): Overview['installation'] {
  const { heartbeat } = ctx.settings.current();
  const mailHost = relayOf(ctx);
  return {
    ...counts,
    failingHealthChecks: failing.length,
    ...(newestBackupAt === null ? {} : { newestBackupAt }),
    ...(mailHost === null ? {} : { mailHost }),
    ...(heartbeat === null ? {} : { heartbeatHost: new URL(heartbeat.url).host }),
  };
}

function tenantPoints(ctx: Ctx<UserActor>, counts: TenantCounts): OpenPoint[] {
  const { administrators, anyChannels, failedMails, failedMessages, isTested } = counts;
  const hasChannel = anyChannels > 0 || isMailConfigured(ctx);
  return [
    ...(hasChannel ? [] : [{ kind: 'NO_CHANNEL' as const }]),
    ...(hasChannel && !isTested ? [{ kind: 'CHANNELS_UNTESTED' as const }] : []),
    ...(failedMessages > 0 ? [{ kind: 'MESSAGES_FAILED' as const, count: failedMessages }] : []),
    ...(failedMails > 0 ? [{ kind: 'MAILS_FAILED' as const, count: failedMails }] : []),
    ...(administrators === 1 ? [{ kind: 'ONE_ADMINISTRATOR' as const }] : []),
  ];
}

function installationPoints(
  { settings }: Ctx<UserActor>,
  { selfMonitor }: Ports,
  { failing, hasBackups, newestBackupAt, isBackupElsewhere }: Installation,
): OpenPoint[] {
  const { mail, heartbeat, unreadable } = settings.current();
  const lastPing = heartbeat === null ? null : selfMonitor.lastPing(heartbeat);
  const isMissing: Partial<Record<OpenPointKind, boolean>> = {
    SETTINGS_UNREADABLE: unreadable.length > 0,
    MAIL_MISSING: mail === null && !unreadable.includes('mail'),
    BACKUPS_OFF: !hasBackups,
    BACKUP_MISSING: hasBackups && newestBackupAt === null,
    BACKUP_SAME_DISK: hasBackups && newestBackupAt !== null && !isBackupElsewhere,
    HEARTBEAT_MISSING: heartbeat === null && !unreadable.includes('heartbeat'),
  };
  return [
    ...failing.map(({ text, ...problem }) => ({ kind: 'HEALTH_CHECK' as const, text, problem })),
    ...(lastPing?.delivered === false ? [{ kind: 'HEARTBEAT_FAILING' as const, text: lastPing.response }] : []),
    ...OPEN_POINT_KINDS.filter((kind) => 'isInstallation' in OPEN_POINTS[kind] && isMissing[kind] === true).map(
      (kind) => ({ kind }),
    ),
  ];
}
