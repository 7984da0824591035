/** Callbacks of the locations capability; connected in app/wire-edits.ts. */
import type { Sql, Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** Runs in the transaction that creates it. */
export type OnLocationCreated = (tx: Tx, tenant: string, location: string) => Promise<void>;
/** Runs in each transaction before something of it is deleted; throws where it has to be kept. */
export type AssertLocationDeletable = (sql: Sql, tenant: string, location: string) => Promise<void>;
/** Deletes its history before it, in transactions that begin with `check`. */
export type DeleteHistory = (ctx: Ctx<UserActor>, location: string, check: (tx: Tx) => Promise<void>) => Promise<void>;
/** Runs in the transaction that deletes it, while it is still there. Resolves to the names of the policies that go with it. */
export type OnLocationDeleted = (tx: Tx, tenant: string, location: string) => Promise<readonly string[]>;
/** Runs in the transaction that changes the time zone of a location: what depends on the time of its day is decided again. */
export type OnTimezoneChanged = (sql: Sql, tenant: string) => Promise<void>;

export interface LocationPorts {
  readonly onLocationCreated: OnLocationCreated;
  readonly assertLocationDeletable: AssertLocationDeletable;
  readonly deleteHistory: DeleteHistory;
  readonly onLocationDeleted: OnLocationDeleted;
  readonly onTimezoneChanged: OnTimezoneChanged;
}
