import type { ParsedBody } from '@picket/contracts/endpoints';
import type { ClipHoldOut } from '@picket/contracts/types';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { administeredClip, toHold } from '../queries/shown-clips.ts';
import { type HoldRow, insertHold } from '../storage/hold-store.ts';
import { locationOfAlert } from './held-alert-store.ts';

type Input = ParsedBody<'POST /holds'>;

/** Keeps a clip, the clips of an alert, or those of a location and a time. */
export async function createHold(ctx: Ctx<UserActor>, input: Input): Promise<ClipHoldOut> {
  await assertSubject(ctx, input);
  const now = ctx.clock.now();
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= now)
    throw invalid('expiresAt', 'must be in the future');
  const dateOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
  const hold: HoldRow = {
    guid: newGuid(),
    clip: input.clip ?? null,
    alert: input.alert ?? null,
    location: input.location ?? null,
    startsAt: dateOf(input.from),
    endsAt: dateOf(input.until),
    reason: input.reason,
    by: ctx.actor.name,
    at: new Date(now),
    expiresAt: dateOf(input.expiresAt),
  };
  await ctx.db.inSqlTx(async (sql) => {
    // Deleted since it was looked at.
    if (!(await insertHold(sql, ctx.actor.tenant, hold))) throw new AppError('gone');
    const { guid, ...after } = toHold(hold);
    await audit(ctx, { sql }, { action: 'HOLD_SET', target: { kind: 'hold', guid, name: hold.reason }, after });
  });
  return toHold(hold);
}

async function assertSubject(ctx: Ctx<UserActor>, { clip, alert, location, from, until }: Input): Promise<void> {
  if ([clip, alert, location].filter((one) => one !== undefined).length !== 1)
    throw invalid('clip', 'a hold is about one clip, one alert or one location');
  if ((from !== undefined || until !== undefined) && location === undefined)
    throw invalid('from', 'only a hold on a location has an interval');
  if (from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from))
    throw invalid('until', 'must be after from');
  if (clip !== undefined) {
    if ((await administeredClip(ctx, clip)).state === 'DELETED') throw new AppError('gone');
  } else await administeredLocation(ctx, location ?? (await placeOf(ctx, alert ?? '')));
}

async function placeOf(ctx: Ctx<UserActor>, alert: string): Promise<string> {
  const location = await locationOfAlert(ctx.db.console, ctx.actor.tenant, alert);
  if (location === null) throw new AppError('notFound');
  return location;
}
