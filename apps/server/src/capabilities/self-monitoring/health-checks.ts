/**
 * The health checks. A check is a row: its name, how severe its failure is, and a function that returns what is
 * wrong. To add one, add a row; raising, clearing and counting it follows from there.
 */
import { type Problem, problemOf } from '@picket/domain/problems';
import type { Platform } from '../../platform/platform.ts';
import { auditSpoolProblem } from '../audit/index.ts';
import { checkEvaluation, checkMail, checkNotifications, checkReceivers } from './checks/check-delays.ts';
import { checkDatabasePages, checkDatabaseSettings } from './checks/check-durability.ts';
import { checkClock, checkDeletions, checkDisk } from './checks/check-machine.ts';
import { checkThrottledSenders } from './checks/check-throttled-senders.ts';
import { checkVideoDisk, checkVideoDiskFull, checkVideoQuota, checkVideoQuotaFull } from './checks/check-video.ts';
import { getDatabaseTime } from './checks/health-check-store.ts';
import type { Probes } from './probes.ts';

interface HealthCheck {
  /** Subject of its system alert. */
  readonly name: `platform:${string}`;
  readonly severity: number;
  /** Of this machine, or this process: another server may see something else. */
  readonly isLocal?: true;
  /** Picket itself works, and says so to the outside: of receivers or senders elsewhere, for instance. */
  readonly isExternal?: true;
  /** What is wrong; null: nothing; undefined: another server process knows. */
  readonly run: (platform: Platform, probes: Probes) => Promise<Problem | null | undefined>;
}

export type HealthResult = Omit<HealthCheck, 'run'> & { readonly problem: Problem | null };

const HEALTH_CHECKS: readonly HealthCheck[] = [
  { name: 'platform:storage', severity: 350, isLocal: true, run: (_platform, probes) => probes.storage() },
  // Two checks: of several server processes, one may listen and another keep the accounts.
  { name: 'platform:mqtt', severity: 330, run: async (_platform, probes) => probes.messages() },
  { name: 'platform:mqtt-accounts', severity: 330, run: async (_platform, probes) => probes.brokerAccounts() },
  { name: 'platform:evaluation', severity: 350, run: checkEvaluation },
  { name: 'platform:notifications', severity: 350, run: checkNotifications },
  { name: 'platform:mail', severity: 330, run: checkMail },
  { name: 'platform:receivers', severity: 260, isExternal: true, run: checkReceivers },
  { name: 'platform:disk', severity: 340, isLocal: true, run: checkDisk },
  // One at a time: at 95 % the alert is another, and more severe.
  { name: 'platform:video-disk', severity: 230, isLocal: true, run: checkVideoDisk },
  { name: 'platform:video-disk-full', severity: 340, isLocal: true, run: checkVideoDiskFull },
  { name: 'platform:video-quota', severity: 230, run: checkVideoQuota },
  { name: 'platform:video-quota-full', severity: 310, run: checkVideoQuotaFull },
  { name: 'platform:database-settings', severity: 230, run: checkDatabaseSettings },
  { name: 'platform:database-pages', severity: 400, run: checkDatabasePages },
  { name: 'platform:audit', severity: 340, isLocal: true, run: (platform) => auditSpoolProblem(platform) },
  { name: 'platform:backup', severity: 310, isLocal: true, run: (_platform, probes) => probes.backups() },
  { name: 'platform:archive', severity: 310, run: (_platform, probes) => probes.archive() },
  { name: 'platform:recovery', severity: 310, run: (_platform, probes) => probes.recovery() },
  { name: 'platform:ingest-limits', severity: 230, isLocal: true, isExternal: true, run: checkThrottledSenders },
  { name: 'platform:clock', severity: 320, isLocal: true, run: checkClock },
  // After each time that the machine was off for days as well: nothing fails.
  { name: 'platform:deletions', severity: 230, isExternal: true, run: checkDeletions },
];

/**
 * Every check's result now; a check that another server process is responsible for is left out. Throws only where the database cannot be
 * queried: nothing can be raised then, and health says why reports are not stored.
 */
export async function runHealthChecks(platform: Platform, probes: Probes): Promise<readonly HealthResult[]> {
  const results: HealthResult[] = [];
  for (const { run, ...check } of HEALTH_CHECKS) {
    const problem = await run(platform, probes).catch((error: unknown) => explainFailure(platform, check.name, error));
    if (problem !== undefined) results.push({ ...check, problem });
  }
  return results;
}

/** A check that throws has found nothing out, which is a problem of its own: the others have their results. */
async function explainFailure({ db, log }: Platform, name: HealthCheck['name'], error: unknown): Promise<Problem> {
  await getDatabaseTime(db.console);
  log.error({ err: error, check: name }, 'a health check failed');
  const why = error instanceof Error ? error.message : String(error);
  return problemOf('CHECK_FAILED', { check: name.slice('platform:'.length), why });
}
