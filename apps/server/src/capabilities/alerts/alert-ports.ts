/** What alerts tell those who come after them; connected in app/wire-pipeline.ts. */
import type { AlertDeliveryOut } from '@picket/contracts';
import type { Sql } from '../../platform/index.ts';

export interface AlertChanged {
  readonly alert: string;
  readonly change: 'RAISED' | 'CLEARED' | 'UPDATED';
}

/** What alerts ask of those who come after them. */
export interface NotificationQueries {
  /** Who was told of an alert, and what became of it. What receivers answered is for administrators, and for who it was sent to. */
  listDeliveries(
    sql: Sql,
    alert: string,
    viewer: { readonly guid: string; readonly isAdmin: boolean },
  ): Promise<readonly AlertDeliveryOut[]>;
  /** After how long without anything happening an acknowledgement lapses. */
  getAcknowledgementMinutes(sql: Sql, tenant: string): Promise<number>;
}

/** Runs in the transaction that made the changes. */
export type OnAlertsChanged = (sql: Sql, changed: readonly AlertChanged[]) => Promise<void>;
