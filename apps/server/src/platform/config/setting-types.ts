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

/** Whether user and password of an address can be read: characters such as / # % are given as %2F %23 %25. */
function hasReadableUser(address: string): boolean {
  try {
    const { username, password } = new URL(address);
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
const USER_PROBLEM = 'cannot be read: user and password need their special characters escaped, as %2F for /';
export const PostgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//u, { error: 'must be a postgres:// address', abort: true })
  .refine(hasReadableUser, USER_PROBLEM);
export const SmtpUrl = z
  .url({ protocol: /^smtps?$/u, error: 'must be an smtp:// or smtps:// address', abort: true })
  .refine(hasReadableUser, USER_PROBLEM);

export const withoutTrailingSlash = (url: string): string => url.replace(/\/+$/u, '');

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that are given: compose files leave one out by passing an empty one. */
export const givenSettings = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** Throws a ConfigError that names the first setting that is wrong. */
export function parseSettings<Schema extends z.ZodType>(schema: Schema, given: Environment): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is wrong'}`);
}

/** Reads a secret from the file that a setting names. */
export function readPasswordFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${setting}: ${file} cannot be read`);
  }
}
