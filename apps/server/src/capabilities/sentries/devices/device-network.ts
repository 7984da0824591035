/**
 * How a device is to reach the network. Settings have a revision; the device gets them with its configuration, tries them,
 * and says which revision it speaks of and what became of it. The Wi-Fi password is stored encrypted and never shown again.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryNetworkOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import { administeredSentry } from '../visible-sentry.ts';
import { findNetwork, type NetworkRow } from './network-store.ts';

/** What the encryption of a sentry's Wi-Fi password is bound to. */
export const encryptionContext = (sentry: string): string => `sentry_network ${sentry}`;

export const toNetwork = (row: NetworkRow | null, createdAt: Date): SentryNetworkOut => ({
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

/** The settings as the device receives them; undefined until they are set. */
export async function networkForDevice(
  platform: Pick<Platform, 'db' | 'keys'>,
  tenant: string,
  sentry: string,
): Promise<ResponseOf<'GET /sentry/config'>['network']> {
  const row = await findNetwork(platform.db.ofTenant(tenant).prisma, tenant, sentry);
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
