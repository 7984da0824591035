/** Callbacks of the locations capability; connected in app/wire-edits.ts. */
import type { Sql, Tx } from '../../platform/db/database.ts';

/** Runs in the transaction that creates it. */
export type OnLocationCreated = (tx: Tx, tenant: string, location: string) => Promise<void>;
/** Runs in the transaction that deletes it, while it is still there. */
export type OnLocationDeleted = (tx: Tx, tenant: string, location: string) => Promise<void>;
/** Runs in the transaction that changes the time zone of a location: what depends on the time of its day is decided again. */
export type OnTimezoneChanged = (sql: Sql, tenant: string) => Promise<void>;

export interface LocationPorts {
  readonly onLocationCreated: OnLocationCreated;
  readonly onLocationDeleted: OnLocationDeleted;
  readonly onTimezoneChanged: OnTimezoneChanged;
}
