/** Changes how a device is to reach the network; the device gets it with its configuration. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SentryNetworkOut } from '@picket/contracts/types';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { encryptText } from '../../../platform/keys/encryption.ts';
import { audit, difference } from '../../audit/index.ts';
import { administeredSentry } from '../visible-sentry.ts';
import { encryptionContext, toNetwork } from './device-network.ts';
import { findNetwork, saveNetwork } from './network-store.ts';

export async function changeNetwork(
  ctx: Ctx<UserActor>,
  guid: string,
  input: ParsedBody<'PUT /sentries/{guid}/network'>,
  check: (current: SentryNetworkOut) => void,
): Promise<SentryNetworkOut> {
  const sentry = await administeredSentry(ctx, guid);
  return ctx.db.inTx(async (tx) => {
    const current = await findNetwork(tx.prisma, ctx.actor.tenant, guid);
    const before = toNetwork(current, sentry.createdAt);
    check(before);
    const { addressing, wifi, proxy } = input;
    const isSame = wifi !== null && wifi.ssid === current?.settings.ssid;
    const wifiPassword =
      wifi === null
        ? null
        : wifi.password !== undefined
          ? encryptText(ctx.keys, encryptionContext(guid), wifi.password)
          : // A password belongs to its network.
            isSame && current.wifiPassword !== null
            ? Buffer.from(current.wifiPassword)
            : null;
    const settings = {
      addressing,
      ...(wifi === null ? {} : { ssid: wifi.ssid }),
      ...(proxy === null ? {} : { proxy }),
    };
    const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1));
    const next = { settings, wifiPassword, changedBy: ctx.actor.name, at };
    if (!(await saveNetwork(tx.prisma, ctx.actor.tenant, guid, current?.revision ?? null, next)))
      throw new AppError('modifiedSince');
    const after = toNetwork(await findNetwork(tx.prisma, ctx.actor.tenant, guid), sentry.createdAt);
    const fields = (network: SentryNetworkOut) => ({
      addressing: network.addressing,
      wifi: network.wifi,
      proxy: network.proxy,
    });
    await audit(ctx, tx, {
      action: 'NETWORK_CHANGED',
      target: { kind: 'sentry', guid, name: sentry.name },
      ...difference(fields(before), {
        ...fields(after),
        ...(wifi?.password === undefined ? {} : { password: 'changed' }),
      }),
    });
    return after;
  });
}
