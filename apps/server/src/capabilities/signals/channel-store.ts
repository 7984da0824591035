/** Reads and writes the signaling channels of sentries. */
import type { SIGNALING_PROTOCOLS } from '@picket/contracts/signals';
import { MAX_CLOCK_LEAD, type Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export type SignalingProtocol = (typeof SIGNALING_PROTOCOLS)[number];

/** A channel that was not used for this long is closed: three pings, or two polls. */
const CHANNEL_TTL: Millis = 60_000;

/** The channel is from now on that of its sentry. */
export async function saveChannel(
  sql: Sql,
  tenant: string,
  sentry: string,
  channel: { readonly guid: string; readonly protocol: SignalingProtocol },
  at: Millis,
): Promise<void> {
  await sql.query(
    `INSERT INTO sentry_channel (tenant_guid, sentry_guid, protocol, channel_guid, seen_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::uuid, $5::timestamptz)
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE
        SET protocol = excluded.protocol, channel_guid = excluded.channel_guid, seen_at = excluded.seen_at`,
    [tenant, sentry, channel.protocol, channel.guid, new Date(at)],
  );
}

export async function touchChannel(sql: Sql, tenant: string, sentry: string, guid: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE sentry_channel SET seen_at = $4::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND channel_guid = $3::uuid`,
    [tenant, sentry, guid, new Date(at)],
  );
}

/** Does nothing where a newer channel is that of the sentry. */
export async function deleteChannel(sql: Sql, tenant: string, sentry: string, guid: string): Promise<void> {
  await sql.query(
    'DELETE FROM sentry_channel WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND channel_guid = $3::uuid',
    [tenant, sentry, guid],
  );
}

/** The process that holds the channel of a sentry ends it within a second: its device was replaced, or it was removed. */
export async function endChannel(sql: Sql, tenant: string, sentry: string): Promise<void> {
  await sql.query('DELETE FROM sentry_channel WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid', [
    tenant,
    sentry,
  ]);
}

export interface Channel {
  readonly sentry: string;
  readonly protocol: SignalingProtocol;
  readonly seenAt: Date;
}

/** The open channels of these sentries. */
export async function listChannels(
  sql: Sql,
  tenant: string,
  sentries: readonly string[],
  now: Millis,
): Promise<readonly Channel[]> {
  const { rows } = await sql.query<Channel & { [name: string]: unknown }>(
    `SELECT sentry_guid AS sentry, protocol, seen_at AS "seenAt" FROM sentry_channel
      WHERE tenant_guid = $1::uuid AND sentry_guid = ANY($2::uuid[]) AND seen_at > $3::timestamptz AND seen_at <= $4::timestamptz`,
    [tenant, sentries, new Date(now - CHANNEL_TTL), new Date(now + MAX_CLOCK_LEAD)],
  );
  return rows;
}

/** Of these channels, those that a newer one has replaced, or whose sentry was deleted. */
export async function listReplacedChannelsAllTenants(sql: Sql, guids: readonly string[]): Promise<readonly string[]> {
  if (guids.length === 0) return [];
  const { rows } = await sql.query<{ guid: string }>(
    'SELECT channel_guid AS guid FROM sentry_channel WHERE channel_guid = ANY($1::uuid[])',
    [guids],
  );
  const current = new Set(rows.map(({ guid }) => guid));
  return guids.filter((guid) => !current.has(guid));
}
