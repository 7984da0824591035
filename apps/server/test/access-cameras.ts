/** Requests of the access tests about devices: their network, signaling, cameras and live pictures. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import { ABSENT, type AccessWorld } from './access-world.ts';

type Prepared = { readonly params?: Readonly<Record<string, string>>; readonly body?: unknown };

/** A sentry with a camera that is on. */
export async function cameraThere({ picket, location, admin }: AccessWorld): Promise<string> {
  const device = await picket.addDevice(location, {}, admin);
  await picket.call('POST', '/sentry/camera', { as: device, body: { hasCamera: true } });
  await picket.call('PUT', `/locations/${location}/camera`, { as: admin, body: { mode: 'ON' } });
  return device.sentry;
}

/** A view of the administrator's. */
async function viewThere(world: AccessWorld): Promise<string> {
  const body = { sentry: await cameraThere(world) };
  const path = `/locations/${world.location}/live`;
  return (await world.picket.call<{ session: string }>('POST', path, { as: world.admin, body })).body.session;
}

export const CAMERA_TARGETS: Partial<Record<EndpointKey, (world: AccessWorld) => Promise<Prepared> | Prepared>> = {
  'GET /sentries/{guid}/network': async (world) => ({ params: { guid: await world.sentry() } }),
  'PUT /sentries/{guid}/network': async (world) => ({
    params: { guid: await world.sentry() },
    body: { addressing: { mode: 'DHCP' }, wifi: { ssid: 'plant', password: 'a secret of its own' }, proxy: null },
  }),
  'POST /sentry/network': () => ({ body: { revision: 0, result: 'APPLIED' } }),
  'GET /locations/{guid}/camera': ({ location }) => ({ params: { guid: location } }),
  'PUT /locations/{guid}/camera': ({ location }) => ({ params: { guid: location }, body: { mode: 'ON' } }),
  'GET /sentries/{guid}/camera-mask': async (world) => ({ params: { guid: await world.sentry() } }),
  'PUT /sentries/{guid}/camera-mask': async (world) => ({
    params: { guid: await world.sentry() },
    body: { cells: Array.from({ length: 24 }, () => [0]) },
  }),
  'PUT /sentries/{guid}/camera-calibration': async (world) => ({
    params: { guid: await cameraThere(world) },
    body: { calibration: null },
  }),
  'POST /sentry/alerts': () => ({ body: { severity: 300, message: 'Door', at: '2026-03-02T10:00:00Z' } }),
  'POST /sentry/discovered': () => ({ body: { sensors: [] } }),
  'POST /sentry/signals': () => ({ body: { signals: [{ kind: 'REFUSED', session: ABSENT, reason: 'BUSY' }] } }),
  'POST /sentry/camera': () => ({ body: { hasCamera: true } }),
  'POST /locations/{guid}/live': async (world) => ({
    params: { guid: world.location },
    body: { sentry: await cameraThere(world) },
  }),
  'GET /locations/{guid}/views': ({ location }) => ({ params: { guid: location } }),
  'GET /live/{guid}': () => ({ params: { guid: ABSENT } }),
  'POST /live/{guid}/signal': async (world) => ({
    params: { guid: await viewThere(world) },
    body: { kind: 'BYE', peer: ABSENT },
  }),
  'DELETE /live/{guid}': async (world) => ({ params: { guid: await viewThere(world) } }),
  'GET /live/{guid}/still.jpg': async (world) => ({ params: { guid: await viewThere(world) } }),
  'GET /sentry/live/{guid}': () => ({ params: { guid: ABSENT } }),
};
