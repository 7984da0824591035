import type { LoginOutcome } from '@picket/contracts/account-endpoints';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';
import { auditOrQueue } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { targetOf, toAuditActor, toProfile, type UserRow } from '../../users/index.ts';
import { assertPasswordUnchanged } from '../sessions/assert-password-unchanged.ts';
import { addressOf, type Browser, browserLabel, ensureDeviceHash, userAgentOf } from '../sessions/browser.ts';
import { identifyBrowser } from '../sessions/browser-name.ts';
import { countDevices, listUsersOfDevice, rememberDevice } from '../sessions/known-device-store.ts';
import { startSession } from '../sessions/start-session.ts';
import { newDeviceMail } from './new-device-mail.ts';

/** Issues the session; a sign-in from a new device is reported by mail. */
export async function issueSession(
  platform: Platform,
  user: UserRow,
  staySignedIn: boolean,
  browser: Browser,
  secondFactor?: string,
): Promise<LoginOutcome> {
  const device = ensureDeviceHash(platform, browser);
  const address = addressOf(browser);
  const now = platform.clock.now();
  await platform.db.inTx(async (tx) => {
    await assertPasswordUnchanged(tx, user);
    const isNew = !(await listUsersOfDevice(tx.prisma, device, [user.guid])).has(user.guid);
    const isFirst = isNew && (await countDevices(tx.prisma, user.tenantGuid, user.guid)) === 0;
    await rememberDevice(tx.prisma, user.tenantGuid, user.guid, device, new Date(now));
    await startSession(platform, tx.prisma, user, staySignedIn, browser);
    if (isNew && !isFirst)
      await queueMail(
        platform,
        tx,
        { tenant: user.tenantGuid, recipient: user.email },
        newDeviceMail(user, {
          browser: identifyBrowser(userAgentOf(browser)),
          address,
          at: now,
          url: `${linkBase(platform)}/profile`,
        }),
      );
    await auditOrQueue(platform, tx, user.tenantGuid, toAuditActor(user, address), {
      action: 'SIGNED_IN',
      target: targetOf(user),
      after: {
        browser: browserLabel(browser),
        newDevice: isNew,
        ...(secondFactor === undefined ? {} : { secondFactor }),
      },
    });
  });
  return { kind: 'LOGIN_SUCCESS', profile: toProfile(user) };
}
