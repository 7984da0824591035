/**
 * How a device is to reach the network. Settings have a revision; the device gets them with its configuration, tries them,
 * and says which revision it speaks of and what became of it. The Wi-Fi password is stored encrypted and never shown again.
 */
import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import type { SentryNetworkOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { SentryActor, UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decryptText, encryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import { audit, difference } from '../../audit/index.ts';
import { administeredSentry } from '../visible-sentry.ts';
import { assertTokenValid } from './device-authentication.ts';
import { findNetwork, type NetworkRow, saveNetwork, saveNetworkReport } from './network-store.ts';

const encryptionContext = (sentry: string): string => `sentry_network ${sentry}`;

const toNetwork = (row: NetworkRow | null, createdAt: Date): SentryNetworkOut => ({
  revision: row?.revision ?? 0,
  addressing: row?.settings.addressing ?? { mode: 'DHCP' },
  wifi: row?.settings.ssid === undefined ? null : { ssid: row.settings.ssid, hasPassword: row.wifiPassword !== null },
  proxy: row?.settings.proxy ?? null,
  ...(row?.changedBy == null ? {} : { changedBy: row.changedBy }),
  last_update_ts: formatInstant((row?.lastUpdateTs ?? createdAt).getTime()),
  ...(row?.report == null ? {} : { report: { ...row.report, at: formatInstant(row.report.at.getTime()) } }),
});

export async function getNetwork(ctx: Ctx<UserActor>, guid: string): Promise<SentryNetworkOut> {
  const sentry = await administeredSentry(ctx, guid);
  return toNetwork(await findNetwork(ctx.db.prisma, ctx.actor.tenant, guid), sentry.createdAt);
}

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

/** Stores the network state that the device reports. */
export async function reportNetwork(ctx: Ctx<SentryActor>, report: ParsedBody<'POST /sentry/network'>): Promise<void> {
  await ctx.db.inSqlTx(async (sql) => {
    await assertTokenValid(sql, ctx.actor);
    await saveNetworkReport(sql, ctx.actor.tenant, ctx.actor.guid, report, new Date(ctx.clock.now()));
  });
}

/** The settings as the device receives them; undefined until they are set. */
export async function networkForDevice(
  platform: Pick<Platform, 'db' | 'keys'>,
  tenant: string,
  sentry: string,
): Promise<ResponseOf<'GET /sentry/config'>['network']> {
  const row = await findNetwork(platform.db.prisma, tenant, sentry);
  if (row === null || row.revision === 0) return undefined;
  const { addressing, ssid, proxy } = row.settings;
  const password =
    row.wifiPassword === null ? null : decryptText(platform.keys, encryptionContext(sentry), row.wifiPassword);
  return {
    revision: row.revision,
    addressing,
    wifi: ssid === undefined ? null : { ssid, ...(password === null ? {} : { password }) },
    proxy: proxy ?? null,
  };
}
