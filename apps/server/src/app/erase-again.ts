/**
 * After a restore, to an instant or of a backup: what was erased or revoked since is erased again, organizations that were deleted are
 * suspended, and nobody is signed in.
 */
import { deleteApiToken, deleteApiTokensOfThen } from '../capabilities/api-tokens/index.ts';
import { endSignInsAllTenants } from '../capabilities/auth/index.ts';
import { suspendRestored } from '../capabilities/tenants/index.ts';
import { deleteUser, findUserOfTenant } from '../capabilities/users/index.ts';
import type { Platform } from '../platform/platform.ts';
import { deletedTenants, type LedgerEntry, readErasures } from '../platform/wal-archive/erasure-ledger.ts';
import { wirePipeline } from './wire-pipeline.ts';

export interface RepeatedErasures {
  readonly users: number;
  readonly apiTokens: number;
  readonly clips: number;
  /** Sessions that were valid then. */
  readonly sessions: number;
  /** Names of organizations that were deleted since. They are suspended: to delete one takes long, and cannot be undone. */
  readonly suspended: readonly string[];
}

/** `platform`: of the restored database, with the store of clips that is in use; `backups`: the folder with the ledger. */
export async function eraseAgain(platform: Platform, backups: string): Promise<RepeatedErasures> {
  let users = 0;
  let apiTokens = 0;
  const suspended: string[] = [];
  const entries = await readErasures(backups);
  for (const entry of entries) {
    if (entry.kind === 'USER') users += await repeatUser(platform, entry);
    if (entry.kind === 'API_TOKEN' || entry.kind === 'API_TOKENS_OF_USER')
      apiTokens += await repeatTokens(platform, entry);
  }
  for (const tenant of deletedTenants(entries)) {
    const name = await platform.db.inTx((tx) => suspendRestored(platform, tx, tenant));
    if (name !== null) suspended.push(name);
  }
  const sessions = await platform.db.inTx(({ sql }) => endSignInsAllTenants(sql));
  const clips = await wirePipeline(platform).clips.repeatErasures();
  return { users, apiTokens, clips, sessions, suspended };
}

const repeatUser = ({ db }: Platform, { tenant, guid }: LedgerEntry): Promise<number> =>
  db.inTx(async ({ prisma }) => {
    if ((await findUserOfTenant(prisma, tenant, guid)) === null) return 0;
    await deleteUser(prisma, tenant, guid);
    return 1;
  });

const repeatTokens = ({ db, clock }: Platform, { at, kind, tenant, guid }: LedgerEntry): Promise<number> =>
  db.inTx(async ({ prisma }) => {
    if (kind === 'API_TOKEN') return (await deleteApiToken(prisma, tenant, guid)) ? 1 : 0;
    return deleteApiTokensOfThen(prisma, tenant, guid, new Date(at), new Date(clock.now()));
  });
