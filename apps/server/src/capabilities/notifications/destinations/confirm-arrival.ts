/** Records whether a test message arrived: that a server accepted it does not say so. */
import type { BodyOf } from '@picket/contracts/endpoints';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { recordArrival } from './destination-health-store.ts';
import { auditTargetOf, getDestination } from './get-destination.ts';

/** A person's own guid stands for their e-mail address. */
export async function confirmArrival(
  ctx: Ctx<UserActor>,
  user: string | null,
  guid: string,
  { arrived }: BodyOf<'POST /destinations/{guid}/arrival'>,
): Promise<void> {
  const { tenant, email } = ctx.actor;
  // What came to somebody's e-mail address may be another mail than a test of it, such as one of the mail server.
  const row = guid === user ? null : await getDestination(ctx, user, guid);
  if (row !== null && row.deliveredAt === null) throw new AppError('conflict', { message: 'Send a test first' });
  const target = row === null ? { kind: 'user', guid, name: email } : auditTargetOf(row);
  await ctx.db.inTx(async (tx) => {
    await recordArrival(tx.sql, tenant, guid, arrived ? ctx.clock.now() : null);
    await audit(ctx, tx, { action: 'DESTINATION_ARRIVAL_CONFIRMED', target, after: { arrived } });
  });
}
