/**
 * Settings are environment variables, validated once at start; an invalid one stops the start with one line. Each area declares
 * its settings and what they become; to add one, add it to its area's file, and to docker-compose.yml.
 */
import { z } from 'zod';
import { type ClipStoreConfig, clipConfig, clipShape } from './clip-settings.ts';
import { type DatabaseConfig, databaseConfig, databaseShape } from './database-settings.ts';
import { type NotificationConfig, notificationConfig, notificationShape } from './delivery-settings.ts';
import { type HttpConfig, httpConfig, httpShape } from './http-settings.ts';
import { type IngestConfig, ingestConfig, ingestShape } from './ingest-settings.ts';
import { type ListenerConfig, listenerConfig, listenerShape } from './listener-settings.ts';
import { REPLACEMENTS } from './replaced-settings.ts';
import { type ServiceConfig, serviceConfig, serviceShape } from './service-settings.ts';
import { ConfigError, givenSettings, parseSettings } from './setting-types.ts';
import { type SignOnConfig, signOnConfig, signOnShape } from './sign-on-settings.ts';
import { type StorageConfig, storageConfig, storageShape } from './storage-settings.ts';
import { type VideoConfig, videoConfig, videoShape } from './video-settings.ts';

export { OWNER_SETTINGS, readOwnerDatabaseUrl } from './database-settings.ts';

export { localAddress } from './http-settings.ts';
export { REPLACED_SETTINGS } from './replaced-settings.ts';
export { ConfigError } from './setting-types.ts';
export type { OidcConfig } from './sign-on-settings.ts';
export type { ArchiveConfig, BackupConfig } from './storage-settings.ts';

const Environment = z.object({
  ...clipShape,
  ...databaseShape,
  ...httpShape,
  ...ingestShape,
  ...listenerShape,
  ...notificationShape,
  ...serviceShape,
  ...signOnShape,
  ...storageShape,
  ...videoShape,
});

/** What is known of each setting, as JSON Schema: its default and what it may be. */
export const describeSettings = (): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' }).properties ?? {};

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export interface Config
  extends DatabaseConfig,
    HttpConfig,
    IngestConfig,
    ListenerConfig,
    NotificationConfig,
    ServiceConfig,
    SignOnConfig,
    StorageConfig,
    VideoConfig {
  readonly clips: ClipStoreConfig;
}

/** Throws a ConfigError that names the first setting that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = givenSettings(environment);
  for (const [name, text] of Object.entries(REPLACEMENTS))
    if (given[name] !== undefined) throw new ConfigError(`${name}: ${text}`);
  const env = parseSettings(Environment, given);
  const http = httpConfig(env);
  return {
    ...databaseConfig(env),
    ...http,
    ...ingestConfig(env),
    ...listenerConfig(env),
    ...notificationConfig(env, http.publicUrl),
    ...serviceConfig(env, http.publicUrl),
    ...signOnConfig(env, http.publicUrl),
    ...storageConfig(env),
    ...videoConfig(env),
    ...clipConfig(env, env.PICKET_DATA_DIR),
  };
}
