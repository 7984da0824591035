/** Hands a message to a destination. */
import { isSettable, type SettableChannel } from '@picket/domain/channels';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import type { ChannelPlatform, Outgoing, SendResult } from '../channels/channel.ts';
import { CHANNEL_TABLE } from '../channels/channel-table.ts';
import { allowedHosts } from '../outbound-destinations/allowed-hosts.ts';
import { openSettings } from './destination-settings.ts';
import type { DestinationRow } from './destination-store.ts';

const NO_HOSTS: AllowedHosts = new Set();

/** Hands a message to a destination by its kind. */
export async function sendTo(
  platform: Omit<ChannelPlatform, 'allowed'>,
  row: DestinationRow,
  outgoing: Outgoing,
): Promise<SendResult> {
  const { kind, tenant, user } = row;
  if (!isSettable(kind)) return sendMailTo(platform, outgoing);
  const { config, keys, clock, db, log, settings } = platform;
  return sendThrough(
    { config, keys, clock, db, log, settings, allowed: await allowedHosts(platform, tenant, user) },
    kind,
    row,
    outgoing,
  );
}

/** Hands a message to the mail server, which is the installation's. */
export const sendMailTo = (platform: Omit<ChannelPlatform, 'allowed'>, outgoing: Outgoing): Promise<SendResult> =>
  CHANNEL_TABLE.EMAIL({ ...platform, allowed: NO_HOSTS }, null, outgoing);

async function sendThrough<K extends SettableChannel>(
  platform: ChannelPlatform,
  kind: K,
  row: DestinationRow,
  outgoing: Outgoing,
): Promise<SendResult> {
  const settings = openSettings(platform.keys, row, kind);
  if (settings === null)
    return { delivered: false, response: 'its settings cannot be decrypted: the keys have changed; add it again' };
  return CHANNEL_TABLE[kind](platform, settings, outgoing);
}
