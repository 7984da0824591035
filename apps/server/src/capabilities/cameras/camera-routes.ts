import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeMask, getMask } from './camera-mask.ts';
import type { CameraPlanPorts, ReadSentryOf } from './camera-ports.ts';
import { changeLocationCamera, getLocationCamera } from './location-camera.ts';
import { reportCamera } from './report-camera.ts';
import { calibrateCamera } from './sentry-camera.ts';

export function cameraRoutes(
  add: AddRoute,
  platform: Platform,
  ports: CameraPlanPorts,
  readSentry: ReadSentryOf,
): void {
  add('POST /sentry/camera', ({ actor, body }) => reportCamera(contextOf(platform, actor), readSentry, body));
  add('GET /locations/{guid}/camera', async ({ actor, params, check }) => {
    const camera = await getLocationCamera(contextOf(platform, actor), params.guid);
    check(camera);
    return camera;
  });
  add('PUT /locations/{guid}/camera', ({ actor, params, body, check }) =>
    changeLocationCamera(contextOf(platform, actor), params.guid, body, check, ports),
  );
  add('GET /sentries/{guid}/camera-mask', async ({ actor, params, check }) => {
    const mask = await getMask(contextOf(platform, actor), params.guid);
    check(mask);
    return mask;
  });
  add('PUT /sentries/{guid}/camera-mask', ({ actor, params, body, check }) =>
    changeMask(contextOf(platform, actor), params.guid, body, check),
  );
  add('PUT /sentries/{guid}/camera-calibration', ({ actor, params, body, check }) =>
    calibrateCamera(contextOf(platform, actor), params.guid, body, check),
  );
}
