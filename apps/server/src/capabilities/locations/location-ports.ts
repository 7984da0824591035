/** Callbacks of the locations capability; connected in app/wire-pipeline.ts. */
import type { Tx } from '../../platform/db/database.ts';

/** Runs in the transaction that deletes it, while it is still there. */
export type OnLocationDeleted = (tx: Tx, location: string) => Promise<void>;
