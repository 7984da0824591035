/**
 * Operations of Prisma, limited to the rows of some organizations (decision 85). Prisma says nothing of its own to the connections it
 * takes, so what limits an operation follows it there in an `AsyncLocalStorage`: set here around one operation, or the start of one
 * transaction, and by nobody else.
 *
 * Invariant: where it was lost on the way, the result of an operation is not returned, and the work of a transaction does not begin.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runLimited } from './limited-statement.ts';
import type { Prisma } from './prisma-handle.ts';
import { beginOf, type TenantLimits } from './tenant-role.ts';

interface Scope {
  readonly limits: TenantLimits;
  /** Statements and transactions that were limited. */
  limited: number;
}

const scopes = new AsyncLocalStorage<Scope | null>();

class LimitsLost extends Error {
  constructor() {
    super('an operation for an organization was not limited to it');
  }
}

/** The same pool: what is run in it for organizations is limited to them. */
export const limitedPool = (pool: pg.Pool): pg.Pool =>
  new Proxy(pool, {
    get: (target, name) => {
      const scope = scopes.getStore() ?? null;
      if (scope !== null && name === 'query')
        return (statement: pg.QueryConfig) => queryAlone(target, scope, statement);
      if (scope !== null && name === 'connect') return () => connectFor(target, scope);
      return memberOf(target, name);
    },
  });

function memberOf(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

async function queryAlone(pool: pg.Pool, scope: Scope, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    scope.limited += 1;
    return await runLimited(client, scope.limits, statement);
  } finally {
    client.release();
  }
}

/** A connection for a transaction: what begins it limits it as well. */
async function connectFor(pool: pg.Pool, scope: Scope): Promise<pg.PoolClient> {
  const client = await pool.connect();
  return new Proxy(client, {
    get: (target, name) =>
      name !== 'query'
        ? memberOf(target, name)
        : (statement: pg.QueryConfig) => {
            if (statement.text !== 'BEGIN') return target.query(statement);
            scope.limited += 1;
            return target.query(beginOf(scope.limits));
          },
  });
}

/** Each operation for these organizations alone. */
export const limitedEntities = (prisma: PrismaClient, limits: TenantLimits): Prisma =>
  new Proxy<Prisma>(prisma, {
    get: (_, name) => {
      const member: unknown = Reflect.get(prisma, name);
      // Statements by hand are functions of the client itself.
      if (typeof member !== 'object' || member === null) return limitedMember(member, prisma, limits);
      return new Proxy(member, {
        get: (entity, operation) => {
          const call: unknown = Reflect.get(entity, operation);
          // Prisma gathers these of one tick into one statement, of whatever organization; not those of a transaction.
          if (typeof call === 'function' && String(operation).startsWith('findUnique'))
            return (args: unknown) =>
              inLimitedTx(prisma, limits, (tx) => Reflect.get(Reflect.get(tx, name), operation)(args));
          return limitedMember(call, entity, limits);
        },
      });
    },
  });

/** What a client or an entity of it has: operations are limited. */
const limitedMember = (member: unknown, owner: object, limits: TenantLimits): unknown =>
  typeof member !== 'function'
    ? member
    : async (...args: readonly unknown[]) => {
        const scope: Scope = { limits, limited: 0 };
        // An operation begins when it is awaited.
        const result: unknown = await scopes.run(scope, async () => await member.call(owner, ...args));
        if (scope.limited === 0) throw new LimitsLost();
        return result;
      };

/** A transaction of Prisma for these organizations alone; `work` runs outside of what limits its beginning. */
export function inLimitedTx<Result>(
  prisma: PrismaClient,
  limits: TenantLimits,
  work: (tx: Prisma) => Promise<Result>,
): Promise<Result> {
  const scope: Scope = { limits, limited: 0 };
  return scopes.run(scope, () =>
    prisma.$transaction((tx) => {
      if (scope.limited === 0) throw new LimitsLost();
      return scopes.run(null, () => work(tx));
    }),
  );
}
