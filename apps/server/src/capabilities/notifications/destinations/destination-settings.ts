/** Settings of a destination: encrypted as stored, and what of them is shown. */
import { CHANNEL_SETTINGS } from '@picket/contracts/channel-settings';
import type { DestinationOut } from '@picket/contracts/types';
import { addressSettingOf, isSettable, isSigned, type SettableChannel, shownSettingOf } from '@picket/domain/channels';
import { formatInstant } from '@picket/domain/time';
import { z } from 'zod';
import { decryptText } from '../../../platform/keys/encryption.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SettingsOf } from '../channels/channel.ts';
import { parsePreferences, toPreferencesOut } from '../recipients/recipients.ts';
import { type DestinationRow, toHealthOut } from './destination-store.ts';

/** Settings as they are stored, opened; null where they cannot be (another key) or are of another version. */
export function openSettings<K extends SettableChannel>(
  keys: Platform['keys'],
  row: Pick<DestinationRow, 'guid' | 'settings'>,
  kind: K,
): SettingsOf<K> | null {
  const opened = decryptText(keys, row.guid, row.settings);
  if (opened === null) return null;
  const schema: z.ZodObject = CHANNEL_SETTINGS[kind];
  const parsed = (isSigned(kind) ? schema.extend({ secret: z.string() }) : schema).safeParse(JSON.parse(opened));
  // Guarantee: the schema of the kind, and its secret if it is signed.
  return parsed.success ? (parsed.data as SettingsOf<K>) : null;
}

/** The address among a destination's settings. */
export function addressOf(kind: SettableChannel, settings: object): { field: string; url: string } {
  const field = addressSettingOf(kind) ?? '';
  return { field, url: textOf(settings, field) };
}

/** One of a destination's settings, if it is a text. */
function textOf(settings: object, field: string): string {
  const value = (settings as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : '';
}

/** Where it leads, as far as it may be shown. */
export function publicAddressOf(keys: Platform['keys'], row: DestinationRow): string {
  if (!isSettable(row.kind)) return row.name;
  const settings = openSettings(keys, row, row.kind);
  if (settings === null) return 'cannot be read: the keys have changed';
  const { host } = new URL(addressOf(row.kind, settings).url);
  const shown = shownSettingOf(row.kind);
  return shown === null ? host : `${host}/${textOf(settings, shown)}`;
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
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});
