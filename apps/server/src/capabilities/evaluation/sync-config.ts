/**
 * Syncs a state to an edited configuration: unchanged violations keep their state, changed ones become pending, removed
 * ones end (monitor rules: Policies, overrides, changes).
 */
import type { Millis } from '@picket/domain/time';
import {
  type CompiledPolicies,
  type CompiledViolation,
  diffPolicies,
  fingerprintsOf,
  type SentryState,
} from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import type { CompiledConfig } from '../tenant-config/index.ts';
import { loadFingerprints, saveFingerprints } from './fingerprint-store.ts';
import type { MonitorRow, Pending } from './monitor-store.ts';
import type { ConfigChanges } from './outcome-port.ts';

export interface SyncedConfig {
  readonly row: MonitorRow;
  /** Evaluated now: without pending violations. */
  readonly policies: CompiledPolicies;
  readonly changes: ConfigChanges | null;
}

/** Syncs a row to a configuration; queries the database only when its policies have really changed. */
export async function syncConfig(
  sql: Sql,
  row: MonitorRow,
  compiledConfig: CompiledConfig,
  now: Millis,
): Promise<SyncedConfig> {
  if (row.revision === compiledConfig.revision && row.policyHash === compiledConfig.hash)
    return { row, policies: activePolicies(compiledConfig.policies, row.pending), changes: null };
  const fingerprint = fingerprintsOf(compiledConfig.policies);
  const caughtUp = { ...row, revision: compiledConfig.revision, policyHash: compiledConfig.hash };
  if (row.policyHash === compiledConfig.hash)
    return { row: caughtUp, policies: activePolicies(compiledConfig.policies, row.pending), changes: null };
  await saveFingerprints(sql, compiledConfig.hash, fingerprint);
  // The first configuration of a state: nothing to compare with.
  if (row.policyHash === null) return { row: caughtUp, policies: compiledConfig.policies, changes: null };

  const change = diffPolicies(await loadFingerprints(sql, row.policyHash), compiledConfig.policies, row.state, now);
  const stillPending = Object.entries(row.pending ?? {}).filter(([key]) => Object.hasOwn(fingerprint, key));
  const pending: Record<string, Pending> = Object.fromEntries([
    ...stillPending,
    ...change.changed.map(({ compiled, standing }) => {
      const from = inForceSince(compiled, row.state, now);
      return [compiled.key, { from, standing: standing ?? row.pending?.[compiled.key]?.standing ?? null }] as const;
    }),
  ]);
  const next: MonitorRow = {
    ...caughtUp,
    state: change.state,
    pending: Object.keys(pending).length === 0 ? null : pending,
  };
  return {
    row: next,
    policies: activePolicies(compiledConfig.policies, next.pending),
    changes: { sentry: row.sentry, at: now, removed: change.removed },
  };
}

/**
 * From when on a changed definition is in force: from the newest reading of its series, which for a sentry that reports is
 * now, and for one that sends old data is where that data ends.
 */
function inForceSince(compiled: CompiledViolation, { series }: SentryState, now: Millis): Millis {
  const seen = compiled.conditions.flatMap((condition) => series[condition.series]?.at ?? []);
  return seen.length === 0 ? now : Math.min(now, Math.max(...seen));
}

/** The policies without pending violations. */
export function activePolicies(policies: CompiledPolicies, pending: MonitorRow['pending']): CompiledPolicies {
  if (pending === null) return policies;
  const isActive = ({ key }: CompiledViolation): boolean => !Object.hasOwn(pending, key);
  return {
    violations: policies.violations.filter(isActive),
    bySeries: new Map([...policies.bySeries].map(([series, compiled]) => [series, compiled.filter(isActive)])),
    silence: policies.silence.filter(isActive),
  };
}
