/** The settings of an integration, encrypted in its row. */
import { ConnectedSettings, type SourceSettings } from '@picket/contracts/connected-settings';
import { z } from 'zod';
import { decryptText, encryptText } from '../../platform/keys/encryption.ts';
import type { Platform } from '../../platform/platform.ts';

/** Stored before there were others: a broker. */
const Stored = z.record(z.string(), z.unknown()).transform((settings) => ({ kind: 'MQTT', ...settings }));

const rowOf = (guid: string): string => `integration ${guid}`;

export const encryptSettings = ({ keys }: Pick<Platform, 'keys'>, guid: string, settings: SourceSettings): Buffer =>
  encryptText(keys, rowOf(guid), JSON.stringify(settings));

/** null: they were encrypted with another key. */
export function decryptSettings(
  { keys }: Pick<Platform, 'keys'>,
  guid: string,
  encrypted: Uint8Array,
): SourceSettings | null {
  const text = decryptText(keys, rowOf(guid), encrypted);
  return text === null ? null : Stored.pipe(ConnectedSettings).parse(JSON.parse(text));
}
