/** What the monitor hands on: outcomes of one sentry, in order. The alerts capability takes them; app/wire-pipeline.ts connects. */
import type { Millis } from '@picket/domain';
import type { Outcome, Watch } from '@picket/monitor';
import type { Sql } from '../../platform/index.ts';

export interface SentryOutcomes {
  readonly sentry: { readonly guid: string; readonly tenant: string; readonly location: string };
  readonly watch: Watch;
  readonly outcomes: readonly Outcome[];
}

/** Runs in the transaction that saves the states the outcomes come from. */
export type RecordOutcomes = (sql: Sql, batch: readonly SentryOutcomes[], recordedAt: Millis) => Promise<void>;
