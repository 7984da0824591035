/** Begins a view: POST checks and returns a ticket, which opens the WebSocket once. */

import type { ParsedBody, ResponseOf } from '@picket/contracts/endpoints';
import { MAX_LIVE_PER_PERSON, MAX_VIEWERS_PER_SENTRY } from '@picket/contracts/live';
import { phrase } from '@picket/domain/phrases';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { hashSecret, newGuid, newSecret } from '../../platform/keys/ids.ts';
import { findCameraSetting, isCameraOffAt, listCameras } from '../cameras/index.ts';
import { visibleLocation } from '../locations/index.ts';
import { listChannels } from '../signals/index.ts';
import type { LiveHub } from './live-hub.ts';
import { insertLiveView, lockOpenViews } from './live-view-store.ts';
import { assertRoom, BUSY_RETRY_SECONDS } from './view-room.ts';

const TICKET_LIFETIME: Millis = 30_000;

export async function startView(
  ctx: Ctx<UserActor>,
  location: string,
  { sentry }: ParsedBody<'POST /locations/{guid}/live'>,
  hub: LiveHub,
): Promise<ResponseOf<'POST /locations/{guid}/live'>> {
  const { actor, db, clock, config } = ctx;
  // Tokens act without a person at the screen.
  if (actor.via.kind === 'token') throw new AppError('forbidden');
  await visibleLocation(ctx, location);
  const session = newGuid();
  const ticket = newSecret();
  await assertShown(ctx, location, sentry);
  assertRoom(hub);
  const isDisplay = actor.via.kind === 'display';
  const by = { user: actor.guid, userName: actor.name, session: actor.via.guid, isDisplay };
  await db.inSqlTx(async (sql) => {
    const at = clock.now();
    await assertWithinLimits(sql, actor.tenant, { ...by, sentry }, at);
    await insertLiveView(sql, actor.tenant, {
      ...by,
      guid: session,
      location,
      sentry,
      ticketHash: hashSecret(ticket),
      ticketExpiresAt: at + TICKET_LIFETIME,
      at,
    });
  });
  const [channel] = await listChannels(db.console, actor.tenant, [sentry], clock.now());
  return {
    session,
    url: `/api/v1/live/${session}?ticket=${ticket}`,
    ticket,
    transports: config.iceServers === null ? ['MSE', 'STILLS'] : ['MSE', 'WEBRTC', 'STILLS'],
    iceServers: config.iceServers ?? [],
    state: hub.isLive(sentry) ? 'LIVE' : channel === undefined ? 'OFFLINE' : 'STARTING',
  };
}

/** Throws where the camera does not show now, and why. */
async function assertShown({ db, actor, clock }: Ctx<UserActor>, location: string, sentry: string): Promise<void> {
  const { tenant } = actor;
  const [camera] = await listCameras(db.console, tenant, location, sentry);
  if (camera === undefined) throw new AppError('notFound');
  if (actor.via.kind === 'display') {
    const setting = await findCameraSetting(db.console, tenant, location);
    if (setting?.allowsDisplays !== true) throw new AppError('forbidden');
  }
  if (await isCameraOffAt(db.console, tenant, location, clock.now())) throw new AppError('cameraOff');
  if (!camera.hasCamera) throw new AppError('noCamera');
  if (camera.isMasked && !camera.supportsMasks) throw new AppError('cameraMask');
}

async function assertWithinLimits(
  sql: Sql,
  tenant: string,
  view: Parameters<typeof lockOpenViews>[2],
  now: Millis,
): Promise<void> {
  const { ofPerson, ofSentry } = await lockOpenViews(sql, tenant, view, now);
  if (ofPerson >= MAX_LIVE_PER_PERSON)
    throw new AppError('rateLimited', {
      message: phrase('You have {limit} live pictures open, which is the limit; close one', {
        limit: MAX_LIVE_PER_PERSON,
      }),
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
  if (ofSentry >= MAX_VIEWERS_PER_SENTRY)
    throw new AppError('rateLimited', {
      message: phrase('{limit} people view this picture, which is the limit', { limit: MAX_VIEWERS_PER_SENTRY }),
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    });
}
