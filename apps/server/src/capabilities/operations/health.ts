/**
 * Whether reports can be stored: asked by consoles, proxies and containers, and found out by doing what a report does.
 *
 * Enters: a probe that writes, and what becomes of real reports. Leaves: well, or the step that fails and why. Strangers
 * learn only that it fails; operators learn the rest. Invariant: however many ask, there is one probe at a time, and what is
 * said is at most a few seconds old.
 */
import { AppError, isUnreachable, type Log, sqlState } from '../../platform/index.ts';

/** What was found is good for so long. */
const FRESH_MS = 5000;
const FRESH_FAILING_MS = 1000;
export const PROBE_LIMIT_MS = 3000;
/** A report that failed counts until one of the same sentry is stored, or for so long. */
const REPORT_COUNTS_MS = 120_000;
const MOST_REPORTS = 1000;

export interface HealthTrouble {
  readonly step: string;
  readonly cause: string;
}

export interface Health {
  /** What is wrong now; null: nothing. Never throws. */
  trouble(): Promise<HealthTrouble | null>;
  /** Throws a `busy` unless reports can be stored; operators are told why. */
  check(whom?: 'strangers' | 'operators'): Promise<void>;
  /** A report could not be stored. */
  reportFailed(sentry: string, error: unknown): void;
  /** Reports of these sentries were stored. */
  reportsStored(sentries: Iterable<string>): void;
}

/** Writes as a report does, telling each step; every statement within the limit. */
export type Probe = (limitMs: number, at: (step: string) => void) => Promise<void>;

/** `other`: what keeps reports from being stored though the database works; null: nothing. */
export function createHealth(log: Log, probe: Probe, other: () => HealthTrouble | null): Health {
  let found: { readonly at: number; readonly trouble: HealthTrouble | null } | null = null;
  let looking: Promise<HealthTrouble | null> | null = null;
  let said: string | null = null;
  const failed = new Map<string, { readonly at: number; readonly trouble: HealthTrouble }>();

  const look = async (): Promise<HealthTrouble | null> => {
    const trouble = await probed(probe);
    found = { at: performance.now(), trouble };
    return trouble;
  };

  const probeTrouble = (): Promise<HealthTrouble | null> => {
    const freshFor = found?.trouble === null ? FRESH_MS : FRESH_FAILING_MS;
    if (found !== null && performance.now() - found.at < freshFor) return Promise.resolve(found.trouble);
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  const failedReport = (): HealthTrouble | null => {
    for (const [sentry, { at }] of failed) if (performance.now() - at > REPORT_COUNTS_MS) failed.delete(sentry);
    const [first] = failed.values();
    return first?.trouble ?? null;
  };

  const trouble = async (): Promise<HealthTrouble | null> => {
    const wrong = other() ?? (await probeTrouble()) ?? failedReport();
    const line = wrong === null ? null : `${wrong.step}: ${wrong.cause}`;
    if (line !== said && wrong !== null) log.error(wrong, 'reports cannot be stored');
    if (line !== said && wrong === null) log.info('reports can be stored again');
    said = line;
    return wrong;
  };

  return {
    trouble,
    check: async (whom = 'strangers') => {
      const wrong = await trouble();
      if (wrong === null) return;
      const errors = whom === 'operators' ? [{ name: wrong.step, message: wrong.cause }] : [];
      throw new AppError('busy', { message: 'Readings cannot be stored now', errors, retryAfterSeconds: 5 });
    },
    reportFailed: (sentry, error) => {
      // What is wrong with the input is nobody else's trouble; what passes by itself is seen by the probe.
      if (!/^(XX|53|42501)/u.test(sqlState(error) ?? '')) return;
      if (failed.size < MOST_REPORTS || failed.has(sentry))
        failed.set(sentry, { at: performance.now(), trouble: { step: 'report', cause: causeOf(error) } });
    },
    reportsStored: (sentries) => {
      if (failed.size > 0) for (const sentry of sentries) failed.delete(sentry);
    },
  };
}

async function probed(probe: Probe): Promise<HealthTrouble | null> {
  let step = 'connect';
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${PROBE_LIMIT_MS / 1000} s`)), PROBE_LIMIT_MS);
  const done = probe(PROBE_LIMIT_MS, (now) => {
    step = now;
  });
  try {
    await Promise.race([done, late]);
    return null;
  } catch (error) {
    return { step, cause: causeOf(error) };
  } finally {
    clearTimeout(timer);
    // One that is late ends by its own limits; nobody waits for it.
    done.catch(() => {});
  }
}

/** By SQLSTATE or its class. */
const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/^53100/u, 'the disk of the database is full'],
  [/^53/u, 'the database has no resources left'],
  [/^25006/u, 'the database is read-only'],
  [/^42501/u, 'the database refuses what it should allow'],
  [/^XX/u, 'stored data is damaged'],
  [/^57014/u, 'the database was too slow'],
];

/** A sentence for who runs the installation. */
export function causeOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const state = sqlState(error) ?? '';
  const [, named] = CAUSES.find(([pattern]) => pattern.test(state)) ?? [];
  if (named !== undefined) return `${named}: ${message}`;
  return isUnreachable(error) && !message.startsWith('the ') ? `the database cannot be reached: ${message}` : message;
}
