/** An activation code for a device token. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret, newGuid, newSecret, normalizeCode } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertActivation, redeemActivationCode } from '../activation/activation-store.ts';
import { toMqttAccess } from '../broker/broker-access.ts';
import type { OnSentryChanged } from '../sentry-ports.ts';
import { findSentryAllTenants, setGateway } from '../sentry-store.ts';
import { deleteCredentials, insertCredential } from './credential-store.ts';

/** Trades an activation code for a device token. A device that was active before is replaced at that moment. */
export async function activateDevice(
  platform: Platform,
  input: BodyOf<'POST /sentry/activate'>,
  changed: OnSentryChanged,
): Promise<ResponseOf<'POST /sentry/activate'>> {
  const { activationCode, gateway = false, ...device } = input;
  const token = newSecret();
  const now = platform.clock.now();
  const at = new Date(now);
  const activation = newGuid();
  const sentry = await platform.db.inTx(async (tx) => {
    const guid = await redeemActivationCode(tx.prisma, hashSecret(normalizeCode(activationCode)), at);
    const found = guid === null ? null : await findSentryAllTenants(tx.prisma, guid);
    if (found === null)
      throw new AppError('unprocessable', {
        message: 'This activation code is unknown, used or expired',
        errors: [{ name: 'activationCode', message: 'unknown, used or expired' }],
      });
    const { tenantGuid: tenant, locationGuid: location } = found;
    await deleteCredentials(tx.prisma, tenant, found.guid);
    await insertCredential(tx.prisma, tenant, found.guid, hashSecret(token), at);
    await setGateway(tx.sql, tenant, found.guid, gateway);
    await insertActivation(tx.prisma, tenant, found.guid, { guid: activation, ...device, at });
    await changed(tx, { tenant, location, sentry: found.guid, change: 'ACTIVATED' });
    return found;
  });
  platform.pubSub.notify();
  platform.pubSub.publish('sentries', '');
  return {
    sentry: sentry.guid,
    token,
    ...toMqttAccess(platform, sentry.guid, activation),
    reportIntervalSeconds: sentry.reportIntervalSeconds,
    serverTime: formatInstant(now),
  };
}
