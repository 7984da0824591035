/** What the settings of several areas share. */
import { readFileSync } from 'node:fs';
import { EMAIL } from '@picket/domain/emails';
import { z } from 'zod';

/** An invalid setting, with a line for the operator. */
export class ConfigError extends Error {}

export const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
export const EmailSetting = z.email({ pattern: EMAIL });
export const HttpUrl = z.url({ protocol: /^https?$/u });
export const MqttUrl = (error: string) => z.url({ protocol: /^mqtts?$/u, error });
export const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//u, 'must be a postgres:// address');

export const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/u, '');

/** Reads a secret from the file that a setting names. */
export function readPasswordFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${setting}: ${file} cannot be read`);
  }
}
