/** What the access tests need of clips: one that is ready, one that is being uploaded. */
import type { EndpointKey, ResponseOf } from '@picket/contracts/endpoints';
import { madeClip } from '../../../tests/support/made-clip.ts';
import type { AccessWorld } from './access-world.ts';
import { announce, announcementOf, uploadClip, urlOf } from './clip-uploads.ts';

/** What a request is made of. */
export interface Prepared {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Of an address that is signed. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

const SHORT = { seconds: 2, bytesPerPicture: 50 };
const RETENTION = { keepDays: 30, maxBytes: 50_000_000_000 };

/** The cameras of the location are on, and were when a clip begins that ends now. */
async function camerasOn({ picket, location, admin }: AccessWorld): Promise<void> {
  await picket.call('PUT', `/locations/${location}/camera`, { as: admin, body: { mode: 'ON' } });
  picket.clock.pass(SHORT.seconds);
}

async function readyClip(world: AccessWorld): Promise<string> {
  await camerasOn(world);
  return (await uploadClip(world.picket, world.sentryDevice, {}, SHORT)).guid;
}

async function announcement(world: AccessWorld): Promise<Prepared> {
  await camerasOn(world);
  return { body: announcementOf(world.picket, madeClip(SHORT), SHORT.seconds) };
}

const clipThere = async (world: AccessWorld): Promise<Prepared> => ({ params: { guid: await readyClip(world) } });

async function uploadThere(world: AccessWorld): Promise<Prepared & { readonly body: Buffer }> {
  const { picket, sentryDevice } = world;
  await camerasOn(world);
  const video = madeClip(SHORT);
  const { body } = await announce(picket, sentryDevice, announcementOf(picket, video, SHORT.seconds));
  return { params: { clip: body.clip, part: 'video' }, query: new URL(urlOf(body), 'http://x').search, body: video };
}

const linkOf =
  (part: 'play' | 'still' | 'strip') =>
  async (world: AccessWorld): Promise<Prepared> => {
    const guid = await readyClip(world);
    const { body } = await world.picket.call<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${guid}`, {
      as: world.admin,
    });
    return { params: { guid }, query: new URL(body.links?.[part] ?? '', 'http://x').search };
  };

export const CLIP_TARGETS: Partial<Record<EndpointKey, (world: AccessWorld) => Promise<Prepared> | Prepared>> = {
  'POST /sentry/video': announcement,
  'HEAD /sentry/video/{clip}/{part}': async (world) => {
    const { params = {}, query = '' } = await uploadThere(world);
    return { params, query };
  },
  'PATCH /sentry/video/{clip}/{part}': async (world) => ({
    ...(await uploadThere(world)),
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  }),
  'PUT /sentry/video/{clip}/{part}': async (world) => ({
    ...(await uploadThere(world)),
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'GET /clips/{guid}': clipThere,
  'DELETE /clips/{guid}': clipThere,
  'GET /clips/{guid}/play': linkOf('play'),
  'GET /clips/{guid}/still': linkOf('still'),
  'GET /clips/{guid}/strip': linkOf('strip'),
  'POST /clips/{guid}/links': async (world) => ({ ...(await clipThere(world)), body: { hours: 1 } }),
  'DELETE /clips/{guid}/links': clipThere,
  'POST /alerts/{guid}/export': async (world) => ({ params: { guid: await world.alert() } }),
  'POST /holds': async (world) => ({ body: { clip: await readyClip(world), reason: 'Insurance' } }),
  'DELETE /holds/{guid}': async (world) => {
    const body = { location: world.location, reason: 'Insurance', until: '2020-01-01T00:00:00Z' };
    const made = await world.picket.call<{ guid: string }>('POST', '/holds', { as: world.admin, body });
    return { params: { guid: made.body.guid } };
  },
  'PUT /video-retention': () => ({ body: RETENTION }),
  'POST /video-retention/preview': () => ({ body: RETENTION }),
};
