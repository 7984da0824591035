/** Callbacks of the sentries capability; connected in app/wire-edits.ts. */
import type { Tx } from '../../platform/db/database.ts';

export type SentryChange = 'CREATED' | 'UPDATED' | 'ACTIVATED' | 'REMOVED';

export interface SentryChanged {
  readonly tenant: string;
  readonly location: string;
  readonly sentry: string;
  readonly change: SentryChange;
}

/** The monitoring configuration changed: policies, overrides, zones, pairings, intervals, offsets. */
export interface ConfigChanged {
  readonly tenant: string;
  readonly sentries: 'all' | readonly string[];
  /** Stored readings of these sentries changed from this instant on: their alerts are recomputed. */
  readonly recomputeFrom?: number | undefined;
}

/** Runs in the transaction that made the change. */
export type OnConfigChanged = (tx: Tx, changed: ConfigChanged) => Promise<void>;

/** Runs in the transaction that made the change. */
export type OnSentryChanged = (tx: Tx, changed: SentryChanged) => Promise<void>;
