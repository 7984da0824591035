import type { Platform } from '../../../platform/index.ts';
import { auditOrSpool } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { accountChangedMail, nameOf, toAuditActor, type UserRow } from '../../users/index.ts';

export async function reportRecoveryCodeUse(platform: Platform, user: UserRow, address: string): Promise<void> {
  await platform.db.inTx(async (tx) => {
    await queueMail(
      platform,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({ tenantName: user.tenant.name, what: 'a recovery code was used to sign in' }),
    );
    await auditOrSpool(platform, tx, user.tenantGuid, toAuditActor(user, address), {
      action: 'RECOVERY_CODE_USED',
      target: { kind: 'user', guid: user.guid, name: nameOf(user) },
    });
  });
}
