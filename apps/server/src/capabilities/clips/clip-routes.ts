import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute, Call } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationQueries } from '../alerts/index.ts';
import type { Clips } from './clip-service.ts';
import { deleteClip } from './deletion/delete-clip.ts';
import { exportAlert } from './export/export-alert.ts';
import { createHold } from './holds/create-hold.ts';
import { liftHold } from './holds/lift-hold.ts';
import type { LinkPurpose } from './links/clip-links.ts';
import { createOpenedAudit } from './playback/audit-opened.ts';
import { createClipLink } from './playback/create-clip-link.ts';
import { revokeClipLinks } from './playback/revoke-clip-links.ts';
import { serveClip } from './playback/serve-clip.ts';
import { getClip, listClips } from './queries/shown-clips.ts';
import { listTenantVideo } from './retention/list-tenant-video.ts';
import { previewVideoRetention } from './retention/preview-video-retention.ts';
import { setVideoRetention } from './retention/set-video-retention.ts';
import { getVideoRetention, type NewestBackup } from './retention/video-retention-settings.ts';
import { announceClip } from './uploads/announce-clip.ts';
import { getUploadOffset } from './uploads/get-upload-offset.ts';
import { patchPart } from './uploads/patch-part.ts';
import { putPart } from './uploads/put-part.ts';

export interface ClipRouteDependencies {
  readonly clips: Clips;
  readonly newestBackup: NewestBackup;
  readonly notifications: NotificationQueries;
}

export function clipRoutes(
  add: AddRoute,
  platform: Platform,
  { clips, newestBackup, notifications }: ClipRouteDependencies,
): void {
  uploadRoutes(add, platform, clips);
  playRoutes(add, platform, clips);
  const { objects, ports } = clips;
  add('GET /clips', ({ actor, query }) => listClips(contextOf(platform, actor), query));
  add('GET /clips/{guid}', ({ actor, params }) => getClip(contextOf(platform, actor), params.guid));
  add('DELETE /clips/{guid}', ({ actor, params }) =>
    deleteClip(contextOf(platform, actor), objects, ports, params.guid),
  );
  add('POST /clips/{guid}/links', ({ actor, params, body }) =>
    createClipLink(contextOf(platform, actor), params.guid, body),
  );
  add('DELETE /clips/{guid}/links', ({ actor, params }) => revokeClipLinks(contextOf(platform, actor), params.guid));
  add('POST /alerts/{guid}/export', ({ actor, params, reply }) => {
    reply.header('content-disposition', 'attachment; filename="picket-evidence.zip"');
    return exportAlert(contextOf(platform, actor), { objects, cameras: ports.cameras }, notifications, params.guid);
  });
  add('POST /holds', ({ actor, body }) => createHold(contextOf(platform, actor), body));
  add('DELETE /holds/{guid}', ({ actor, params }) => liftHold(contextOf(platform, actor), params.guid));
  add('GET /video-retention', async ({ actor, query, check }) => {
    const retention = await getVideoRetention(contextOf(platform, actor), query.tenant ?? actor.tenant, newestBackup);
    check(retention);
    return retention;
  });
  add('GET /video-retention/tenants', ({ actor, query }) => listTenantVideo(contextOf(platform, actor), query));
  add('PUT /video-retention', ({ actor, query, body, check }) =>
    setVideoRetention(contextOf(platform, actor), query.tenant ?? actor.tenant, body, newestBackup, check),
  );
  add('POST /video-retention/preview', ({ actor, query, body }) =>
    previewVideoRetention(contextOf(platform, actor), query.tenant ?? actor.tenant, body),
  );
}

function uploadRoutes(add: AddRoute, platform: Platform, clips: Clips): void {
  add('POST /sentry/video', ({ actor, body }) => announceClip(contextOf(platform, actor), clips, body));
  add('HEAD /sentry/video/{clip}/{part}', (call) => getUploadOffset(contextOf(platform, call.actor), clips, call));
  add('PATCH /sentry/video/{clip}/{part}', (call) => patchPart(contextOf(platform, call.actor), clips, call));
  add('PUT /sentry/video/{clip}/{part}', (call) => putPart(contextOf(platform, call.actor), clips, call));
}

type PlayCall = Call<'GET /clips/{guid}/play'>;

function playRoutes(add: AddRoute, platform: Platform, { objects }: Clips): void {
  const onOpened = createOpenedAudit(platform);
  const serve = ({ params, ...call }: Pick<PlayCall, 'params' | 'query' | 'request' | 'reply'>, purpose: LinkPurpose) =>
    serveClip(platform, objects, { guid: params.guid, purpose, ...call }, onOpened);
  add('GET /clips/{guid}/play', (call) => serve(call, 'play'));
  add('GET /clips/{guid}/still', (call) => serve(call, 'still'));
  add('GET /clips/{guid}/strip', (call) => serve(call, 'strip'));
}
