/** The requests of the examples about live pictures, and of clips where the access tests have none that succeeds. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import { makeOffer } from '../../../tests/support/made-offer.ts';
import { makeJpeg } from '../../../tests/support/made-up-video.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { cameraThere } from './access-cameras.ts';
import type { AccessWorld } from './access-world.ts';
import type { ExampleRequest } from './example-request.ts';
import { messagesOf, openChannel, openUplink, signalsOfKind, startView, view } from './fake-camera.ts';
import type { Device } from './harness.ts';
import { type SocketClient, until } from './socket-client.ts';

type Prepare = (world: AccessWorld) => Promise<ExampleRequest> | ExampleRequest;

interface Camera {
  readonly device: Device;
  readonly channel: SocketClient;
}

/** A device with a camera, and its signaling channel. */
async function camera(world: AccessWorld): Promise<Camera> {
  const { picket, location } = world;
  await cameraThere(world);
  const device = await world.device(location);
  await picket.call('POST', '/sentry/camera', { as: device, body: { hasCamera: true, supportsMasks: true } });
  return { device, channel: await openChannel(picket, device) };
}

/** A view of the administrator's that has begun; its ticket is not used yet. */
async function started(world: AccessWorld) {
  const { device } = await camera(world);
  return startView(world.picket, world.location, device, world.admin);
}

/** A device that was asked for its picture, and where to. */
async function asked({ picket, location, admin }: AccessWorld, { device, channel }: Camera) {
  await view(picket, location, device, admin);
  await until(() => signalsOfKind(channel, 'LOOK').length > 0);
  return signalsOfKind(channel, 'LOOK').at(-1)?.uplink.split('/').at(-1) ?? '';
}

/** A still has arrived. */
async function withStill(world: AccessWorld): Promise<string> {
  const { picket, location, admin } = world;
  const { device, channel } = await camera(world);
  const { session } = await view(picket, location, device, admin);
  const { socket, ...uplink } = await openUplink(picket, device, channel);
  await picket.call('GET', `/live/${session}/still.jpg`, { as: admin });
  await until(() => messagesOf({ socket, ...uplink }, 'stills').some(({ isWanted }) => isWanted === true));
  socket.send(JSON.stringify({ kind: 'still' }));
  socket.send(makeJpeg());
  await until(async () => (await picket.call('GET', `/live/${session}/still.jpg`, { as: admin })).status === 200);
  return session;
}

export const VIDEO_REQUESTS: Partial<Record<EndpointKey, Prepare>> = {
  'GET /live/{guid}': async (world) => {
    const { session, ticket } = await started(world);
    return { as: undefined, params: { guid: session }, query: { ticket } };
  },
  'POST /live/{guid}/signal': async (world) => ({
    as: world.admin,
    params: { guid: await withStill(world) },
    body: { kind: 'OFFER', peer: newGuid(), sdp: makeOffer() },
  }),
  'DELETE /live/{guid}': async (world) => ({ as: world.admin, params: { guid: (await started(world)).session } }),
  'GET /live/{guid}/still.jpg': async (world) => ({ as: world.admin, params: { guid: await withStill(world) } }),
  'GET /sentry/live/{guid}': async (world) => {
    const filming = await camera(world);
    return { as: filming.device, params: { guid: await asked(world, filming) } };
  },
};
