/**
 * The configurations of all organizations, cached. A cached one is used as long as its revision is new enough for the
 * caller, who knows the revision from the database: no time to live is involved.
 */
import type { Sql } from '../../platform/db/database.ts';
import { loadTenantConfig } from './load-tenant-config.ts';
import type { TenantConfig } from './tenant-config.ts';
import { getRevision } from './tenant-config-store.ts';

export interface ConfigSource {
  /** An organization's configuration, of at least this revision. */
  config(tenant: string, revision: number): Promise<TenantConfig>;
  /** An organization's configuration as it is in the database now. */
  latest(tenant: string): Promise<TenantConfig>;
}

/** The newest configuration of an organization: out of the cache, unless it was changed since. */
export const currentConfig = async (sql: Sql, source: ConfigSource, tenant: string): Promise<TenantConfig> =>
  source.config(tenant, await getRevision(sql, tenant));

export function createConfigSource(sql: Sql): ConfigSource {
  const configs = new Map<string, Promise<TenantConfig>>();

  const load = (tenant: string): Promise<TenantConfig> => {
    const loading = loadTenantConfig(sql, tenant);
    configs.set(tenant, loading);
    // A failed load is not cached.
    loading.catch(() => configs.delete(tenant));
    return loading;
  };
  const config = async (tenant: string, revision: number): Promise<TenantConfig> => {
    const known = await (configs.get(tenant) ?? load(tenant));
    if (known.revision >= revision) return known;
    // Another caller may already be loading the newer one.
    const newer = await (configs.get(tenant) ?? load(tenant));
    return newer.revision >= revision ? newer : load(tenant);
  };

  return { config, latest: load };
}
