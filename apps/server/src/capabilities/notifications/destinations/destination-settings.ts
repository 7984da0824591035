/** Settings of a destination: encrypted as stored, and what of them is shown. */
import { CHANNEL_SETTINGS, type DestinationOut } from '@picket/contracts';
import { type ChannelKind, formatInstant } from '@picket/domain';
import { z } from 'zod';
import { decryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SettingsOf } from '../channels/channel.ts';
import { parsePreferences, toPreferencesOut } from '../recipients/recipients.ts';
import { type DestinationRow, toHealthOut } from './destination-store.ts';

/** Settings as they are stored, opened; null where they cannot be (another key) or are of another version. */
export function openSettings<K extends Exclude<ChannelKind, 'EMAIL'>>(
  keys: Platform['keys'],
  row: Pick<DestinationRow, 'guid' | 'settings'>,
  kind: K,
): SettingsOf<K> | null {
  const opened = decryptText(keys, row.guid, row.settings);
  if (opened === null) return null;
  const schema: z.ZodObject = CHANNEL_SETTINGS[kind];
  const parsed = (kind === 'WEBHOOK' ? schema.extend({ secret: z.string() }) : schema).safeParse(JSON.parse(opened));
  // Guarantee: the schema of the kind, and of a webhook its secret.
  return parsed.success ? (parsed.data as SettingsOf<K>) : null;
}

/** The address among a destination's settings. */
export function addressOf(kind: Exclude<ChannelKind, 'EMAIL'>, settings: object): { field: string; url: string } {
  const field = kind === 'PUSH' ? 'endpoint' : kind === 'NTFY' ? 'server' : 'url';
  const url = (settings as Readonly<Record<string, unknown>>)[field];
  return { field, url: typeof url === 'string' ? url : '' };
}

/** Where it leads, as far as it may be shown. */
export function publicAddressOf(keys: Platform['keys'], row: DestinationRow): string {
  if (row.kind === 'EMAIL') return row.name;
  const settings = openSettings(keys, row, row.kind);
  if (settings === null) return 'cannot be read: the keys have changed';
  const { host } = new URL(addressOf(row.kind, settings).url);
  return row.kind === 'NTFY' && 'topic' in settings ? `${host}/${settings.topic}` : host;
}

/** A destination on the wire; one of the organization with its preferences. */
export const toDestinationOut = (keys: Platform['keys'], row: DestinationRow): DestinationOut => ({
  guid: row.guid,
  kind: row.kind,
  name: row.name,
  address: publicAddressOf(keys, row),
  createdBy: row.createdBy,
  createdAt: formatInstant(row.createdAt.getTime()),
  ...toHealthOut(row),
  ...(row.user === null ? { preferences: toPreferencesOut(parsePreferences(row.chosen)) } : {}),
});
