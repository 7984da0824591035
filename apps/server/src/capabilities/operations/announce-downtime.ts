import type { ParsedBody } from '@picket/contracts/endpoints';
import { parseInstant } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { type DowntimeOut, toDowntimeOut } from './downtime-out.ts';
import { type DowntimeRow, insertDowntime } from './downtime-store.ts';

/** Announces maintenance of the service itself; it is public, even while nothing else works. */
export async function announceDowntime(ctx: Ctx<UserActor>, body: ParsedBody<'POST /downtimes'>): Promise<DowntimeOut> {
  const now = ctx.clock.now();
  const startsAt = parseInstant(body.startsAt) ?? now;
  const endsAt = body.endsAt === undefined ? null : parseInstant(body.endsAt);
  if (endsAt !== null && endsAt <= Math.max(startsAt, now))
    throw invalid('endsAt', 'must be after the start, and in the future');
  const row: DowntimeRow = {
    guid: newGuid(),
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    context: body.context,
    createdBy: ctx.actor.name,
  };
  await ctx.db.inTx(async (tx) => {
    await insertDowntime(tx.sql, row, now);
    const { startsAt: begin, endsAt: end, context } = toDowntimeOut(row, now);
    await audit(ctx, tx, {
      action: 'DOWNTIME_ANNOUNCED',
      target: { kind: 'downtime', guid: row.guid, name: row.context },
      after: { startsAt: begin, endsAt: end ?? null, context },
    });
  });
  return toDowntimeOut(row, now);
}
