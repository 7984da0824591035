export { type ConfigSource, createConfigSource, currentConfig } from './config-source.ts';
export type { FrameZone, IngestSetup } from './ingest-setup.ts';
export type { CompiledConfig, SentryPlace, TenantConfig } from './tenant-config.ts';
export { incrementRevision, listRevisions } from './tenant-config-store.ts';
