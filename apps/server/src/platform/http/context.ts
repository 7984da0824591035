/** What a verb is given: the platform, and who asks. */
import type { Tx } from '../database.ts';
import type { Platform } from '../platform.ts';
import type { Actor } from './actor.ts';

export type Ctx<A extends Actor = Actor> = Platform & { readonly actor: A };

export const contextOf = <A extends Actor>(platform: Platform, actor: A): Ctx<A> => ({ ...platform, actor });

/** The same inside a transaction: what is done through it commits with it, and what is read through it is in it. */
export const withTransaction = <A extends Actor>(ctx: Ctx<A>, tx: Tx): Ctx<A> => ({
  ...ctx,
  db: { ...ctx.db, prisma: tx.prisma, console: tx.sql, inTx: (work) => work(tx) },
});
