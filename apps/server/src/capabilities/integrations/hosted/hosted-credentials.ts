/** What devices connect to the broker in Picket with. */
import { randomBytes } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';

export interface NewPassword {
  readonly hash: Buffer;
  /** Shown once. Devices take 64 characters at most. */
  readonly password: string;
}

export function newPassword(): NewPassword {
  const password = newSecret();
  return { hash: hashSecret(password), password };
}

/** A name for all installations, that a person can type: devices take 32 characters at most. */
export const newUserName = (): string => `picket-${randomBytes(5).toString('hex')}`;

/** Where devices connect to: the host that people use, and the port that the server listens at. null: it does not listen. */
export function brokerAddress(platform: Pick<Platform, 'config' | 'settings'>): string | null {
  const { deviceListener }: Pick<Config, 'deviceListener'> = platform.config;
  if (deviceListener === null) return null;
  const scheme = deviceListener.tls === null ? 'mqtt' : 'mqtts';
  return `${scheme}://${new URL(linkBase(platform)).hostname}:${deviceListener.port}`;
}
