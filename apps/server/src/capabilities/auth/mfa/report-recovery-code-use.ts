import type { Platform } from '../../../platform/platform.ts';
import { auditOrQueue } from '../../audit/index.ts';
import { mailAccountChange, targetOf, toAuditActor, type UserRow } from '../../users/index.ts';

/** Tells the user and the audit log that a recovery code was used. */
export async function reportRecoveryCodeUse(platform: Platform, user: UserRow, address: string): Promise<void> {
  await platform.db.inTx(async (tx) => {
    await mailAccountChange(platform, tx, user, (t) => t('mails.recoveryCodeUsed'));
    await auditOrQueue(platform, tx, user.tenantGuid, toAuditActor(user, address), {
      action: 'RECOVERY_CODE_USED',
      target: targetOf(user),
    });
  });
}
