/** The address that devices call. Its token is shown once; a hash of it is stored. */
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';

export interface NewHook {
  readonly hash: Buffer;
  readonly address: string;
}

export function newHook(platform: Pick<Platform, 'config' | 'settings'>): NewHook {
  const token = newSecret();
  return { hash: hashSecret(token), address: `${linkBase(platform)}/api/v1/hooks/${token}` };
}
