import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { decryptSettings } from './integration-settings.ts';
import { type IntegrationRow, listIntegrationRows } from './integration-store.ts';

type IntegrationOut = ResponseOf<'POST /integrations'>;

/** Without its password. */
export function toIntegration(platform: Pick<Platform, 'keys'>, row: IntegrationRow): IntegrationOut {
  const settings = decryptSettings(platform, row.guid, row.settings);
  return {
    guid: row.guid,
    kind: 'MQTT',
    name: row.name,
    location: row.location,
    gateway: row.gateway,
    address: settings?.address ?? '',
    ...(settings === null || settings.user === null ? {} : { user: settings.user }),
    hasPassword: settings !== null && settings.password !== null,
    discoveryPrefix: settings?.discoveryPrefix ?? '',
    enabled: row.enabled,
    ...(row.connectedAt === null ? {} : { connectedAt: formatInstant(row.connectedAt.getTime()) }),
    ...(row.lastMessageAt === null ? {} : { lastMessageAt: formatInstant(row.lastMessageAt.getTime()) }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    devices: row.devices,
    adopted: row.adopted,
    leftOut: row.leftOut,
    createdAt: formatInstant(row.createdAt.getTime()),
  };
}

export async function listIntegrations(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /integrations'>> {
  const rows = await listIntegrationRows(ctx.db.console, ctx.actor.tenant);
  return { items: rows.map((row) => toIntegration(ctx, row)) };
}
