/** The settings of an integration, encrypted in its row. */
import { z } from 'zod';
import { decryptText, encryptText } from '../../platform/keys/encryption.ts';
import type { Platform } from '../../platform/platform.ts';

const Settings = z.object({
  address: z.string(),
  user: z.string().nullable(),
  password: z.string().nullable(),
  discoveryPrefix: z.string(),
});
export type BrokerSettings = z.output<typeof Settings>;

const rowOf = (guid: string): string => `integration ${guid}`;

export const encryptSettings = ({ keys }: Pick<Platform, 'keys'>, guid: string, settings: BrokerSettings): Buffer =>
  encryptText(keys, rowOf(guid), JSON.stringify(settings));

/** null: they were encrypted with another key. */
export function decryptSettings(
  { keys }: Pick<Platform, 'keys'>,
  guid: string,
  encrypted: Uint8Array,
): BrokerSettings | null {
  const text = decryptText(keys, rowOf(guid), encrypted);
  return text === null ? null : Settings.parse(JSON.parse(text));
}
