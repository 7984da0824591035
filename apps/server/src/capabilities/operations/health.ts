/**
 * Whether reports can be stored: queried by consoles, proxies and containers, and found out by writing what a report writes.
 *
 * Input: a probe that writes, and the outcome of real reports. Output: healthy, or the failing step and its cause. The public
 * response says only that it fails; operators get the cause. Invariant: however many ask, there is one probe at a time, and the
 * result is at most a few seconds old.
 */
import type { StorageCause } from '@picket/domain/problems';
import { isUnreachable, sqlState } from '../../platform/db/database.ts';
import { withDeadline } from '../../platform/deadline.ts';
import { AppError } from '../../platform/errors.ts';
import type { Log } from '../../platform/logging/log.ts';

/** How long a result is cached. */
const RESULT_TTL_MS = 5000;
const FAILURE_TTL_MS = 1000;
const PROBE_TIMEOUT_MS = 3000;
/** A failed report counts until one of the same sentry is stored, or for this long. */
const FAILED_REPORT_TTL_MS = 120_000;
const MAX_FAILED_REPORTS = 1000;

export interface HealthProblem {
  readonly step: string;
  readonly cause: string;
  /** The cause as a fact, with what the database says. */
  readonly kind?: StorageCause;
  readonly message?: string;
}

export interface Health {
  /** The present problem; null: none. Never throws. */
  problem(): Promise<HealthProblem | null>;
  /** Throws a `busy` unless reports can be stored, with the cause for operators. */
  check(audience?: 'public' | 'operators'): Promise<void>;
  /** A report could not be stored. */
  reportFailed(sentry: string, error: unknown): void;
  /** Reports of these sentries were stored. */
  reportsStored(sentries: Iterable<string>): void;
}

/** Writes as a report does, calling back with each step; every statement within the limit. */
export type Probe = (limitMs: number, at: (step: string) => void) => Promise<void>;

/** `otherProblem`: what keeps reports from being stored although the database works; null: nothing. */
export function createHealth(log: Log, probe: Probe, otherProblem: () => HealthProblem | null): Health {
  let lastResult: { readonly at: number; readonly problem: HealthProblem | null } | null = null;
  let pendingProbe: Promise<HealthProblem | null> | null = null;
  let loggedLine: string | null = null;
  const failedReports = new Map<string, { readonly at: number; readonly problem: HealthProblem }>();

  const runProbe = async (): Promise<HealthProblem | null> => {
    const result = await findProbeProblem(probe);
    lastResult = { at: performance.now(), problem: result };
    return result;
  };

  const probeProblem = (): Promise<HealthProblem | null> => {
    const freshFor = lastResult?.problem === null ? RESULT_TTL_MS : FAILURE_TTL_MS;
    if (lastResult !== null && performance.now() - lastResult.at < freshFor) return Promise.resolve(lastResult.problem);
    pendingProbe ??= runProbe().finally(() => {
      pendingProbe = null;
    });
    return pendingProbe;
  };

  const reportProblem = (): HealthProblem | null => {
    for (const [sentry, { at }] of failedReports)
      if (performance.now() - at > FAILED_REPORT_TTL_MS) failedReports.delete(sentry);
    const [first] = failedReports.values();
    return first?.problem ?? null;
  };

  const problem = async (): Promise<HealthProblem | null> => {
    const current = otherProblem() ?? (await probeProblem()) ?? reportProblem();
    const line = current === null ? null : `${current.step}: ${current.cause}`;
    if (line !== loggedLine && current !== null) log.error(current, 'reports cannot be stored');
    if (line !== loggedLine && current === null) log.info('reports can be stored again');
    loggedLine = line;
    return current;
  };

  return {
    problem,
    check: async (audience = 'public') => {
      const current = await problem();
      if (current === null) return;
      const errors = audience === 'operators' ? [{ name: current.step, message: current.cause }] : [];
      throw new AppError('busy', { message: 'Readings cannot be stored now', errors, retryAfterSeconds: 5 });
    },
    reportFailed: (sentry, error) => {
      // Invalid input is no health problem; temporary failures are found by the probe.
      if (!/^(XX|53|42501)/u.test(sqlState(error) ?? '')) return;
      if (failedReports.size < MAX_FAILED_REPORTS || failedReports.has(sentry))
        failedReports.set(sentry, { at: performance.now(), problem: { step: 'report', ...describeCause(error) } });
    },
    reportsStored: (sentries) => {
      if (failedReports.size > 0) for (const sentry of sentries) failedReports.delete(sentry);
    },
  };
}

const PROBE_LIMIT = `${PROBE_TIMEOUT_MS / 1000} s`;

class LateAnswer extends Error {}

async function findProbeProblem(probe: Probe): Promise<HealthProblem | null> {
  let step = 'connect';
  const done = probe(PROBE_TIMEOUT_MS, (now) => {
    step = now;
  });
  try {
    // A late one ends by its own limits.
    await withDeadline(done, PROBE_TIMEOUT_MS, () => new LateAnswer());
    return null;
  } catch (error) {
    return { step, ...describeCause(error) };
  }
}

/** By SQLSTATE or its class. */
const CAUSES: readonly (readonly [RegExp, StorageCause, string])[] = [
  [/^53100/u, 'DISK_FULL', 'the disk of the database is full'],
  [/^53/u, 'NO_RESOURCES', 'the database has no resources left'],
  [/^25006/u, 'READ_ONLY', 'the database is read-only'],
  [/^42501/u, 'REFUSED', 'the database refuses what it should allow'],
  [/^XX/u, 'DAMAGED', 'stored data is damaged'],
  [/^57014/u, 'TOO_SLOW', 'the database was too slow'],
];

/** Describes the cause for the operator. */
function describeCause(error: unknown): Omit<HealthProblem, 'step'> {
  const message = error instanceof Error ? error.message : String(error);
  const state = sqlState(error) ?? '';
  const [, kind, text] = CAUSES.find(([pattern]) => pattern.test(state)) ?? [];
  if (kind !== undefined) return { cause: `${text}: ${message}`, kind, message };
  if (error instanceof LateAnswer)
    return { cause: `the database gave no answer within ${PROBE_LIMIT}`, kind: 'NO_ANSWER', message: PROBE_LIMIT };
  return isUnreachable(error) && !message.startsWith('the ')
    ? { cause: `the database cannot be reached: ${message}`, kind: 'UNREACHABLE', message }
    : { cause: message };
}
