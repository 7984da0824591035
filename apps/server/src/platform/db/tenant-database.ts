/**
 * The database as some organizations may use it (decision 85): each transaction runs as a role whose rows Postgres limits to these. A
 * statement alone is such a transaction.
 */
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { limitedEntities } from './limited-entities.ts';
import type { Prisma } from './prisma-handle.ts';
import { type Database, inEntityTx, inPipelinedTx, inPoolTx, sqlOfLimits } from './sql-handles.ts';
import type { TenantLimits } from './tenant-role.ts';

interface TenantParts {
  /** For what is of no organization. */
  readonly unbound: Database;
  /** On a `limitedPool`. */
  readonly prisma: PrismaClient;
  readonly pools: Readonly<Record<'console' | 'ingest' | 'lookups' | 'exports', pg.Pool>>;
}

/** The same pools as the database of all organizations, each statement and transaction with these limits. */
export function databaseOfTenants({ unbound, prisma, pools }: TenantParts, limits: TenantLimits): Database {
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
    inIngestTx: (work, first) => inPipelinedTx(pools.ingest, work, first, limits),
  };
}
