/**
 * Direct connections: passes on what a page and a sentry say to each other, so that the picture need not go through the server. What a
 * description or a candidate names is for the two sides; the server opens no connection to it.
 */

import type { ParsedBody } from '@picket/contracts/endpoints';
import { MAX_VIEWER_SIGNALS_PER_MINUTE } from '@picket/contracts/signals';
import { phrase } from '@picket/domain/phrases';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibleLocation } from '../locations/index.ts';
import { insertSignal } from '../signals/index.ts';
import { listLeasesAllTenants } from './lease-store.ts';
import type { LiveViewRow } from './live-view-store.ts';
import { ownView } from './location-views.ts';
import { endReasonOf } from './may-watch.ts';
import { countSignal, setPeer } from './peer-store.ts';
import { signOff } from './sign-off.ts';
import { findUplink } from './uplink-store.ts';

type ViewerSignal = ParsedBody<'POST /live/{guid}/signal'>;

/** A page gives up earlier. */
const SIGNAL_LIFETIME: Millis = 10_000;
const RETRY_SECONDS = 60;

/** Passes a signal of a page on to the sentry. */
export async function passOnSignal(ctx: Ctx<UserActor>, guid: string, signal: ViewerSignal): Promise<void> {
  const { db, clock, config, pubSub } = ctx;
  const view = await ownView(ctx, guid);
  await visibleLocation(ctx, view.location);
  if (config.iceServers === null) throw new AppError('conflict', { message: 'Direct connections are turned off' });
  await assertOpen(ctx, view);
  await db.inSqlTx(async (sql) => {
    const now = clock.now();
    const { count, peer } = await countSignal(sql, view.tenant, guid, now);
    if (count > MAX_VIEWER_SIGNALS_PER_MINUTE)
      throw new AppError('rateLimited', {
        message: phrase('More than {limit} signals in a minute', { limit: MAX_VIEWER_SIGNALS_PER_MINUTE }),
        retryAfterSeconds: RETRY_SECONDS,
      });
    if (signal.kind === 'OFFER') await offer(sql, view, signal, peer, config.iceServers ?? [], now);
    // Of an attempt that another one has replaced.
    else if (signal.peer !== peer) return;
    else if (signal.kind === 'BYE') {
      await setPeer(sql, view.tenant, guid, null);
      await signOff(sql, view, peer, now);
    } else {
      const times = { at: now, expiresAt: now + SIGNAL_LIFETIME };
      await insertSignal(sql, view.tenant, view.sentry, signal, times);
    }
  });
  pubSub.notify();
}

/** A person who may not view any more is cut off within a second; a direct connection does not begin meanwhile. */
async function assertOpen({ db, clock }: Ctx<UserActor>, view: LiveViewRow & { readonly isOpen: boolean }) {
  const leases = await listLeasesAllTenants(db.console, [view.guid], clock.now());
  if (!view.isOpen || endReasonOf(leases.get(view.guid)) !== null) throw new AppError('notFound');
}

async function offer(
  sql: Sql,
  view: LiveViewRow,
  signal: Extract<ViewerSignal, { kind: 'OFFER' }>,
  before: string | null,
  iceServers: NonNullable<Platform['config']['iceServers']>,
  now: Millis,
): Promise<void> {
  if (before !== null) await signOff(sql, view, before, now);
  if (!(await setPeer(sql, view.tenant, view.guid, signal.peer)))
    throw new AppError('conflict', { message: 'peer: is that of another view; use a new UUID' });
  const session = await sessionOf(sql, view);
  const times = { at: now, expiresAt: now + SIGNAL_LIFETIME };
  await insertSignal(sql, view.tenant, view.sentry, { ...signal, session, iceServers }, times);
}

/** Of the uplink: a sentry sends to nobody while it was not asked for its picture. */
async function sessionOf(sql: Sql, { tenant, sentry }: LiveViewRow): Promise<string> {
  const uplink = await findUplink(sql, tenant, sentry);
  if (uplink === null || uplink.address === '')
    throw new AppError('conflict', { message: 'The picture has not begun yet' });
  return uplink.session;
}
