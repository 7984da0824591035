/** The context of a handler: the platform, and the actor. */
import type { Tx } from '../db/database.ts';
import type { Platform } from '../platform.ts';
import type { Actor } from './actor.ts';

export type Ctx<A extends Actor = Actor> = Platform & { readonly actor: A };

/** Its database is that of the actor's organization, where the actor has one (decision 85). */
export const contextOf = <A extends Actor>(platform: Platform, actor: A): Ctx<A> => ({
  ...('tenant' in actor ? limitedTo(platform, actor.tenant) : platform),
  actor,
});

/** The platform for what works for one organization: its database is that of this one. */
export const limitedTo = <P extends Pick<Platform, 'db'>>(platform: P, tenant: string): P => ({
  ...platform,
  db: platform.db.ofTenant(tenant),
});

/** The same context inside a transaction: reads and writes through it belong to the transaction. */
export const withTransaction = <A extends Actor>(ctx: Ctx<A>, tx: Tx): Ctx<A> => ({
  ...ctx,
  db: { ...ctx.db, prisma: tx.prisma, console: tx.sql, inTx: (work) => work(tx) },
});
