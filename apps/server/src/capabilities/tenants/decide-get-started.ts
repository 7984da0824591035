/** Decisions about the get-started list; whether a step is done is computed (views/get-started.ts). */
import type { ParsedBody, ParsedParams } from '@picket/contracts/endpoints';
import type { Tx } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type AuditFields, audit } from '../audit/index.ts';
import { closeGetStarted, setStepNeeded } from './get-started-store.ts';
import { findTenantName } from './tenant-name-store.ts';

/** Puts a step aside, or takes it up again. */
export const decideGetStartedStep = (
  ctx: Ctx<UserActor>,
  { step }: ParsedParams<'PUT /get-started/{step}'>,
  { isNeeded }: ParsedBody<'PUT /get-started/{step}'>,
): Promise<void> => record(ctx, { step, isNeeded }, ({ sql }) => setStepNeeded(sql, ctx.actor.tenant, step, isNeeded));

export const closeGetStartedList = (ctx: Ctx<UserActor>): Promise<void> =>
  record(ctx, { isClosed: true }, ({ sql }) => closeGetStarted(sql, ctx.actor.tenant, new Date(ctx.clock.now())));

async function record(ctx: Ctx<UserActor>, after: AuditFields, write: (tx: Tx) => Promise<void>): Promise<void> {
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    await write(tx);
    const name = (await findTenantName(tx.sql, tenant)) ?? '';
    await audit(ctx, tx, { action: 'GET_STARTED_CHANGED', target: { kind: 'tenant', guid: tenant, name }, after });
  });
}
