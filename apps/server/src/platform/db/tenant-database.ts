/**
 * The database as one organization may use it (decision 85): each transaction runs as a role whose rows Postgres limits to that
 * organization. A statement alone is such a transaction, sent together with its begin and its end.
 */
import pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { type Database, inEntityTx, inPoolTx, type Prisma, sqlOfPipeline } from './sql-handles.ts';
import { TENANT_SETTING } from './tenant-role.ts';

interface TenantParts {
  /** For what is of no organization. */
  readonly unbound: Database;
  readonly prisma: PrismaClient;
  /** Each with connections that send statements without waiting for the ones before. */
  readonly pools: Readonly<Record<'console' | 'ingest' | 'lookups' | 'exports', pg.Pool>>;
  readonly role: string;
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Throws an Error where `tenant` is no guid: it stands in statements that take no parameters. */
export function databaseOfTenant({ unbound, prisma, pools, role }: TenantParts, tenant: string): Database {
  if (!GUID.test(tenant)) throw new Error('a database of an organization needs its guid');
  const { escapeIdentifier, escapeLiteral } = pg;
  const begin = `BEGIN; SET LOCAL ROLE ${escapeIdentifier(role)}; SET LOCAL ${TENANT_SETTING} = ${escapeLiteral(tenant)}`;
  // Prisma sends one statement at a time.
  const setting = `SELECT set_config('role', ${escapeLiteral(role)}, true), set_config('${TENANT_SETTING}', ${escapeLiteral(tenant)}, true)`;
  let entities: Prisma | undefined;
  return {
    ...unbound,
    get prisma() {
      entities ??= entitiesOfTenant(prisma, setting);
      return entities;
    },
    console: sqlOfPipeline(pools.console, begin),
    lookups: sqlOfPipeline(pools.lookups, begin),
    exports: sqlOfPipeline(pools.exports, begin),
    inTx: (work) => inEntityTx(prisma, work, setting),
    inSqlTx: (work) => inPoolTx(pools.console, work, begin),
    inIngestTx: (work) => inPoolTx(pools.ingest, work, begin),
  };
}

/**
 * Each operation is a transaction of its own. Guarantee: an extension that only sees operations takes and returns what the client
 * does; its type is another one only because others may add models and fields.
 */
function entitiesOfTenant(prisma: PrismaClient, setting: string): Prisma {
  const extended = prisma.$extends({
    query: {
      $allOperations: async ({ args, query }) => {
        const [, result] = await prisma.$transaction([prisma.$executeRawUnsafe(setting), query(args)]);
        return result;
      },
    },
  });
  return new Proxy<Prisma>(prisma, { get: (_, name) => Reflect.get(extended, name) });
}
