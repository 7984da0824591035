/**
 * A camera and its viewers as a process of its own, so that they take nothing from the one that measures. The camera paces its pictures all
 * the time; viewers come and go as the parent says.
 */
import { PacedCamera } from './paced-camera.ts';
import { type Camera, closeViews, openViews, type View, waitFor } from './video-place.ts';

export interface AudienceSettings {
  readonly base: string;
  readonly camera: Camera;
  readonly cookies: readonly string[];
  readonly viewers: number;
}

/** Guarantee: the parent is `startAudience`. */
const settings = JSON.parse(process.env.PICKET_BENCH_AUDIENCE ?? '') as AudienceSettings;
const { base, camera, cookies, viewers } = settings;
const paced = new PacedCamera();
await paced.connect(base, camera);
let views: readonly View[] = [];

/** Returns how many pictures they have, which is none that counts. */
async function come(): Promise<number> {
  views = await openViews(base, [camera], cookies, viewers);
  await waitFor('a picture at every viewer', () => views.every(({ fragments }) => fragments > 0));
  return 0;
}

/** Returns how many pictures all of them got. */
async function leave(): Promise<number> {
  const fragments = views.reduce((sum, view) => sum + view.fragments, 0);
  await closeViews(views);
  await waitFor('the end of the uplink', () => !paced.isSending);
  return fragments;
}

process.on('message', async (message) => {
  const fragments = await (message === 'come' ? come() : leave());
  process.send?.({ fragments });
});
process.on('disconnect', () => process.exit(0));
process.send?.({ fragments: 0 });
