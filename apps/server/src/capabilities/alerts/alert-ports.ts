/** What alerts tell those who come after them; connected in app/wire-pipeline.ts. */
import type { Sql } from '../../platform/index.ts';

export interface AlertChanged {
  readonly alert: string;
  readonly change: 'RAISED' | 'CLEARED' | 'UPDATED';
}

/** Runs in the transaction that made the changes. */
export type OnAlertsChanged = (sql: Sql, changed: readonly AlertChanged[]) => Promise<void>;
