import type { Tx } from '../../../platform/db/database.ts';
import { type UserRow, updateUser } from '../../users/index.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { deletePasskeysOfUser, replaceRecoveryCodes } from './mfa-store.ts';

/** What the audit log says was removed. */
export const EVERY_FACTOR = 'every second factor';

/** Turns off the authenticator app of a user; the codes it shows are not accepted any more. */
export const removeTotpSecret = ({ prisma }: Pick<Tx, 'prisma'>, user: UserRow, at: Date): Promise<UserRow> =>
  updateUser(prisma, user.tenantGuid, user.guid, {
    totpSecret: null,
    totpSince: null,
    totpLastStep: null,
    lastUpdateTs: at,
  });

/** Removes every second factor of a user who has lost them, and ends their sessions. */
export async function removeAllFactors(tx: Pick<Tx, 'prisma'>, user: UserRow, at: Date): Promise<void> {
  await removeTotpSecret(tx, user, at);
  await deletePasskeysOfUser(tx.prisma, user.tenantGuid, user.guid);
  await replaceRecoveryCodes(tx.prisma, user.tenantGuid, user.guid, []);
  await deleteSessionsOfUser(tx.prisma, user.tenantGuid, user.guid);
}
