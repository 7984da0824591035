/** Requests of the access tests about signaling, cameras and live pictures. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import { ABSENT, type AccessWorld } from './access-world.ts';

type Prepared = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

export const CAMERA_TARGETS: Partial<Record<EndpointKey, (world: AccessWorld) => Promise<Prepared> | Prepared>> = {
  'GET /locations/{guid}/camera': ({ location }) => ({ params: { guid: location } }),
  'PUT /locations/{guid}/camera': ({ location }) => ({ params: { guid: location }, body: { mode: 'ON' } }),
  'GET /sentries/{guid}/camera-mask': async (world) => ({ params: { guid: await world.sentry() } }),
  'PUT /sentries/{guid}/camera-mask': async (world) => ({
    params: { guid: await world.sentry() },
    body: { cells: Array.from({ length: 24 }, () => [0]) },
  }),
  'PUT /sentries/{guid}/camera-calibration': async (world) => ({
    params: { guid: await world.camera() },
    body: { calibration: null },
  }),
  'POST /sentry/signals': () => ({ body: { signals: [{ kind: 'BYE', session: ABSENT, peer: ABSENT }] } }),
  'POST /sentry/camera': () => ({ body: { hasCamera: true } }),
  'POST /locations/{guid}/live': async (world) => ({
    params: { guid: world.location },
    body: { sentry: await world.camera() },
  }),
  'GET /locations/{guid}/views': ({ location }) => ({ params: { guid: location } }),
  'GET /live/{guid}': () => ({ params: { guid: ABSENT } }),
  'DELETE /live/{guid}': async (world) => ({ params: { guid: await world.view() } }),
  'GET /live/{guid}/still.jpg': async (world) => ({ params: { guid: await world.view() } }),
  'GET /sentry/live/{guid}': () => ({ params: { guid: ABSENT } }),
};
