/** The rotation of a device's token, in two phases. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import { latestActivation } from '../activation/activation-store.ts';
import { toMqttAccess } from '../broker/broker-access.ts';
import { deleteUnusedCredentials, insertCredential } from './credential-store.ts';
import { assertTokenValid } from './device-authentication.ts';

/** A second token. The first works until this one is first used, so a lost response does not lock a device out. */
export async function rotateToken(ctx: Ctx<SentryActor>): Promise<ResponseOf<'POST /sentry/token'>> {
  const token = newSecret();
  const now = ctx.clock.now();
  const { tenant, guid } = ctx.actor;
  const activation = await ctx.db.inTx(async ({ prisma, sql }) => {
    await assertTokenValid(sql, ctx.actor);
    await deleteUnusedCredentials(prisma, tenant, guid);
    await insertCredential(prisma, tenant, guid, hashSecret(token), new Date(now));
    return latestActivation(prisma, tenant, guid);
  });
  // The broker knows one password of a sentry, not two: it stays, so that a lost response does not lock a device out.
  const mqtt = activation === null ? {} : toMqttAccess(ctx, guid, activation);
  return { token, ...mqtt, serverTime: formatInstant(now) };
}
