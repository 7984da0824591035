/** What sentries tell those who come after them; connected in app/wire-pipeline.ts. */
import type { Tx } from '../../platform/index.ts';

export type SentryChange = 'CREATED' | 'UPDATED' | 'ACTIVATED' | 'REMOVED';

export interface SentryChanged {
  readonly tenant: string;
  readonly location: string;
  readonly sentry: string;
  readonly change: SentryChange;
}

/** Runs in the transaction that made the change. */
export type OnSentryChanged = (tx: Tx, changed: SentryChanged) => Promise<void>;
