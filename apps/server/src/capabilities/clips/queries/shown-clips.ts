/** Clips as the API returns them. */
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { AlertVideoOut, ClipHoldOut, ClipOut } from '@picket/contracts/types';
import { isLocationViewer, visibleLocations } from '@picket/domain/permissions';
import { formatInstant } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { administeredLocation } from '../../locations/index.ts';
import { findAlertVideo } from '../alert-video/alert-video-store.ts';
import { CONSOLE_LINK_SECONDS, clipPath } from '../links/clip-links.ts';
import { type HoldRow, listHoldsOfClips } from '../storage/hold-store.ts';
import { findVideoRetention } from '../storage/video-retention-store.ts';
import { findShownClip, listClipRows, listClipsOfAlert, type ShownClipRow } from './clip-list-store.ts';

const DAY = 86_400_000;
const instant = (at: Date): string => formatInstant(at.getTime());

/** Pictures are for people: neither API tokens nor wall displays get any. */
const mayOpen = ({ via }: UserActor): boolean => via.kind === 'session';

function assertMayOpen(actor: UserActor): void {
  if (!mayOpen(actor)) throw new AppError('forbidden');
}

/** Throws notFound if the user may not view its location. */
async function visibleClip(ctx: Ctx<UserActor>, guid: string): Promise<ShownClipRow> {
  assertMayOpen(ctx.actor);
  const row = await findShownClip(ctx.db.console, ctx.actor.tenant, guid);
  if (row === null || !isLocationViewer(ctx.actor.permissions, row.location)) throw new AppError('notFound');
  return row;
}

/** Like visibleClip; throws forbidden unless the user administers its location. */
export async function administeredClip(ctx: Ctx<UserActor>, guid: string): Promise<ShownClipRow> {
  const row = await visibleClip(ctx, guid);
  await administeredLocation(ctx, row.location);
  return row;
}

export async function getClip(ctx: Ctx<UserActor>, guid: string): Promise<ClipOut> {
  const [clip] = await toClips(ctx, [await visibleClip(ctx, guid)]);
  if (clip === undefined) throw new AppError('notFound');
  return clip;
}

export async function listClips(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /clips'>): Promise<Page<ClipOut>> {
  assertMayOpen(ctx.actor);
  const { limit, cursor, ...filter } = query;
  const visible = visibleLocations(ctx.actor.permissions);
  const after = parseInstantCursor(cursor);
  const rows = await listClipRows(ctx.db.console, ctx.actor.tenant, { ...filter, visible }, after, limit + 1);
  const page = toPage(
    rows,
    limit,
    (row) => row,
    ({ startedAt, guid }) => [instant(startedAt), guid],
  );
  return { items: [...(await toClips(ctx, page.items))], nextCursor: page.nextCursor };
}

/** The video of an alert that the user may view; null: its violation asks for none. */
export async function getAlertVideo(ctx: Ctx<UserActor>, alert: string): Promise<AlertVideoOut | null> {
  const { tenant } = ctx.actor;
  const video = await findAlertVideo(ctx.db.console, tenant, alert);
  if (video === null) return null;
  const rows = await listClipsOfAlert(ctx.db.console, tenant, alert);
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const uploaded = rows.reduce((sum, { uploadedBytes }) => sum + uploadedBytes, 0);
  return {
    state: video.state,
    ...(video.reason === null || video.state !== 'MISSING' ? {} : { reason: video.reason }),
    ...(video.state === 'UPLOADING' && total > 0 ? { uploaded: uploaded / total } : {}),
    clips: [...(await toClips(ctx, rows))],
  };
}

async function toClips(ctx: Ctx<UserActor>, rows: readonly ShownClipRow[]): Promise<readonly ClipOut[]> {
  if (rows.length === 0) return [];
  const { tenant } = ctx.actor;
  const { keepDays } = await findVideoRetention(ctx.db.console, tenant);
  const guids = rows.map(({ guid }) => guid);
  const holds = await listHoldsOfClips(ctx.db.console, tenant, guids, new Date(ctx.clock.now()));
  return rows.map((row) => toClip(ctx, row, holds.get(row.guid) ?? [], keepDays));
}

function toClip(ctx: Ctx<UserActor>, row: ShownClipRow, holds: readonly HoldRow[], keepDays: number): ClipOut {
  return {
    guid: row.guid,
    location: row.location,
    sentry: { guid: row.sentry, name: row.sentryName },
    alerts: row.alerts,
    state: row.state,
    startedAt: instant(row.startedAt),
    endedAt: instant(row.endedAt),
    bytes: row.bytes,
    uploaded: row.state === 'UPLOADING' ? row.uploadedBytes / row.bytes : 1,
    codec: row.codec,
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    sha256: row.sha256.toString('hex'),
    isMasked: row.masked,
    isTimeLapse: row.timeLapse,
    ...(row.state === 'READY' && mayOpen(ctx.actor) ? { links: linksOf(ctx, row) } : {}),
    holds: holds.map(toHold),
    ...(row.deletedAt === null || row.deletedReason === null
      ? {}
      : {
          deleted: {
            at: instant(row.deletedAt),
            reason: row.deletedReason,
            ...(row.deletedByName === null ? {} : { by: row.deletedByName }),
          },
        }),
    ...(row.state === 'READY' && holds.length === 0
      ? { deletesAt: formatInstant(row.endedAt.getTime() + keepDays * DAY) }
      : {}),
  };
}

/** Links say who they were made for, so that it is audited who opened the clip. */
function linksOf(ctx: Ctx<UserActor>, row: ShownClipRow): ClipOut['links'] {
  const expires = Math.floor(ctx.clock.now() / 1000) + CONSOLE_LINK_SECONDS;
  const path = (purpose: 'play' | 'still' | 'strip') =>
    clipPath(ctx.keys, { clip: row.guid, purpose, expires, epoch: row.linkEpoch, viewer: ctx.actor.guid });
  return {
    play: path('play'),
    ...(row.parts.includes('still') ? { still: path('still') } : {}),
    ...(row.parts.includes('strip') ? { strip: path('strip') } : {}),
    expiresAt: formatInstant(expires * 1000),
  };
}

export const toHold = (row: HoldRow): ClipHoldOut => ({
  guid: row.guid,
  scope: row.clip !== null ? 'CLIP' : row.alert !== null ? 'ALERT' : 'LOCATION',
  ...(row.clip === null ? {} : { clip: row.clip }),
  ...(row.alert === null ? {} : { alert: row.alert }),
  ...(row.location === null ? {} : { location: row.location }),
  ...(row.startsAt === null ? {} : { from: instant(row.startsAt) }),
  ...(row.endsAt === null ? {} : { until: instant(row.endsAt) }),
  reason: row.reason,
  by: row.by,
  at: instant(row.at),
  ...(row.expiresAt === null ? {} : { expiresAt: instant(row.expiresAt) }),
});
