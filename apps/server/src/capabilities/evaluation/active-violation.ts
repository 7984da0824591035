/** One violation of a sentry as the engine evaluates it now, and how far it is on its way out. */
import type { Millis } from '@picket/domain/time';
import { type CompiledViolation, type PendingExit, pendingExit, restingState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';
import { type ConfigSource, currentConfig, type SentryPlace } from '../tenant-config/index.ts';
import { findState } from './monitor-store.ts';

export interface ActiveViolation {
  readonly compiled: CompiledViolation;
  /** null: no exit delay runs. */
  readonly exit: PendingExit | null;
}

/** Returns the violation with this key as it is in force on a sentry, or null if there is none any more. */
export async function findActiveViolation(
  sql: Sql,
  source: ConfigSource,
  place: SentryPlace,
  key: string,
  now: Millis,
): Promise<ActiveViolation | null> {
  const config = await currentConfig(sql, source, place.tenant);
  const compiled = config.compiledFor(place).policies.violations.find((one) => one.key === key);
  if (compiled === undefined) return null;
  const row = await findState(sql, place.tenant, place.guid);
  // After an edit its state belongs to the definition before, until it is recomputed.
  if (row === null || Object.hasOwn(row.pending ?? {}, key)) return { compiled, exit: null };
  const state = row.state.violations[key] ?? restingState(compiled, row.state.series);
  return { compiled, exit: pendingExit(compiled, state, now) };
}
