/**
 * The database as some organizations may use it (decision 85): each transaction runs as a role whose rows Postgres limits to these. A
 * statement alone is such a transaction.
 */
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { limitedEntities } from './limited-entities.ts';
import type { Prisma } from './prisma-handle.ts';
import { type Database, inEntityTx, inPipelinedTx, inPoolTx, sqlOfLimits } from './sql-handles.ts';
import { batchLimitsOf, limitsOf } from './tenant-role.ts';

interface TenantParts {
  /** For what is of no organization. */
  readonly unbound: Database;
  /** On a `limitedPool`. */
  readonly prisma: PrismaClient;
  readonly pools: Readonly<Record<'console' | 'ingest' | 'lookups' | 'exports', pg.Pool>>;
}

export type OfTenants = (tenants: readonly string[]) => Database;

/** More organizations than report in a second on one machine. */
const MAX_REMEMBERED = 1024;

/** The database of one organization is made once and not for each report; those of several are as many as there are batches. */
export function rememberTenants(make: OfTenants): OfTenants {
  const known = new Map<string, Database>();
  return (tenants) => {
    const [tenant] = tenants;
    if (tenant === undefined || tenants.some((one) => one !== tenant)) return make(tenants);
    const found = known.get(tenant);
    if (found !== undefined) return found;
    const made = make([tenant]);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(tenant, made);
    return made;
  };
}

/** The same pools as the database of all organizations, each statement and transaction limited to these. */
export function databaseOfTenants(
  { unbound, prisma, pools }: TenantParts,
  tenantRole: string,
  tenants: readonly string[],
): Database {
  const limits = limitsOf(tenantRole, tenants);
  const batchLimits = batchLimitsOf(tenantRole, tenants);
  let entities: Prisma | undefined;
  return {
    ...unbound,
    get isDistributed() {
      return unbound.isDistributed;
    },
    get prisma() {
      entities ??= limitedEntities(prisma, limits);
      return entities;
    },
    console: sqlOfLimits(pools.console, limits),
    lookups: sqlOfLimits(pools.lookups, limits),
    exports: sqlOfLimits(pools.exports, limits),
    inTx: (work) => inEntityTx(prisma, work, limits),
    inSqlTx: (work) => inPoolTx(pools.console, work, limits),
    inIngestTx: (work, first) => inPipelinedTx(pools.ingest, work, first, batchLimits),
  };
}
