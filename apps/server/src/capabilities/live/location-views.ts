/** What people may see and end of views: who looks at a location, the newest still, their own view. */

import type { ResponseOf } from '@picket/contracts/endpoints';
import type { LiveViewOut } from '@picket/contracts/live';
import { formatInstant } from '@picket/domain/time';
import type { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleLocation } from '../locations/index.ts';
import { endView } from './end-view.ts';
import type { LiveHub } from './live-hub.ts';
import { findLiveView, type LiveViewRow, listLocationViews, type PastView } from './live-view-store.ts';

const MAX_VIEWS = 100;

const toView = (row: PastView): z.output<typeof LiveViewOut> => ({
  guid: row.guid,
  sentry: { guid: row.sentry, name: row.sentryName },
  name: row.userName,
  isDisplay: row.isDisplay,
  ...(row.transport === null ? {} : { transport: row.transport }),
  startedAt: formatInstant(row.startedAt.getTime()),
  ...(row.endedAt === null ? {} : { endedAt: formatInstant(row.endedAt.getTime()) }),
  ...(row.endReason === null ? {} : { endReason: row.endReason }),
});

export async function getLocationViews(
  ctx: Ctx<UserActor>,
  location: string,
): Promise<ResponseOf<'GET /locations/{guid}/views'>> {
  if (ctx.actor.via.kind === 'token') throw new AppError('forbidden');
  await visibleLocation(ctx, location);
  const views = (await listLocationViews(ctx.db.console, ctx.actor.tenant, location, MAX_VIEWS)).map(toView);
  const { watching = [], recent = [] } = Object.groupBy(views, ({ endedAt }) =>
    endedAt === undefined ? 'watching' : 'recent',
  );
  return { watching, recent };
}

/** A view of the caller's own. */
export async function ownView(ctx: Ctx<UserActor>, guid: string): Promise<LiveViewRow & { readonly isOpen: boolean }> {
  if (ctx.actor.via.kind === 'token') throw new AppError('forbidden');
  const view = await findLiveView(ctx.db.console, ctx.actor.tenant, guid);
  if (view === null || view.user !== ctx.actor.guid) throw new AppError('notFound');
  return view;
}

/** Ends a view; the process that holds it closes its WebSocket. */
export async function endOwnView(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  const { tenant } = await ownView(ctx, guid);
  await endView(ctx, tenant, guid, 'CLOSED');
}

/** The newest still of an open view; until there is one it is not found. */
export async function getStill(ctx: Ctx<UserActor>, guid: string, hub: LiveHub): Promise<Uint8Array> {
  const view = await ownView(ctx, guid);
  await visibleLocation(ctx, view.location);
  if (!view.isOpen) throw new AppError('notFound');
  const picture = hub.pictureOf(view.tenant, view.sentry);
  const still = picture.readStill();
  hub.wake();
  if (still === null) throw new AppError('notFound', { message: 'There is no still yet' });
  return still;
}
