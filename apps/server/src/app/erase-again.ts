/** After a restore, to an instant or of a backup: what was erased or revoked since is erased again, and nobody is signed in. */
import { deleteApiToken, deleteApiTokensOfThen } from '../capabilities/api-tokens/index.ts';
import { endSignInsAllTenants } from '../capabilities/auth/index.ts';
import { deleteUser, findUserOfTenant } from '../capabilities/users/index.ts';
import type { Platform } from '../platform/platform.ts';
import { type LedgerEntry, readErasures } from '../platform/wal-archive/erasure-ledger.ts';
import { wirePipeline } from './wire-pipeline.ts';

export interface RepeatedErasures {
  readonly users: number;
  readonly apiTokens: number;
  readonly clips: number;
  /** Sessions that were valid then. */
  readonly sessions: number;
}

/** `platform`: of the restored database, with the store of clips that is in use; `backups`: the folder with the ledger. */
export async function eraseAgain(platform: Platform, backups: string): Promise<RepeatedErasures> {
  let users = 0;
  let apiTokens = 0;
  for (const entry of await readErasures(backups)) {
    if (entry.kind === 'USER') users += await repeatUser(platform, entry);
    else apiTokens += await repeatTokens(platform, entry);
  }
  const sessions = await platform.db.inTx(({ sql }) => endSignInsAllTenants(sql));
  const clips = await wirePipeline(platform).clips.repeatErasures();
  return { users, apiTokens, clips, sessions };
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
