/** What an alert gets after its three clips. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { madeClip } from '../../../tests/support/made-clip.ts';
import { addCamera, announce, announcementOf, put, raiseMotion, uploadClip, urlOf } from './clip-uploads.ts';
import { picketForTest } from './harness.ts';

const EVENING = Date.UTC(2026, 2, 2, 20);
const short = { seconds: 2, bytesPerPicture: 200 };

test('a fourth clip of an alert is refused, a time lapse is not, unless it has all of its pictures', async () => {
  const picket = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  picket.clock.set(EVENING);
  picket.admin = await picket.signIn('admin@picket.example');
  const device = await picket.addDevice(await picket.addLocation());
  await addCamera(picket, device);
  const alert = await raiseMotion(picket, device);
  for (let clip = 0; clip < 3; clip += 1) await uploadClip(picket, device, { recording: alert });
  const more = { recording: alert, isTimeLapse: true };
  const fourth = await announce(picket, device, announcementOf(picket, madeClip(short), 2, { recording: alert }));
  expect([fourth.status, fourth.body]).toMatchObject([422, { errors: [{ name: 'alerts' }] }]);
  const whole = madeClip({ ...short, seconds: 20 });
  const { body } = await announce(picket, device, announcementOf(picket, whole, 20, more));
  const answer = await put(picket, device, urlOf(body), whole);
  expect([answer.status, answer.body.errors]).toMatchObject([422, [{ name: 'isTimeLapse' }]]);
  await uploadClip(picket, device, more, { seconds: 300, perSecond: 0.1, bytesPerPicture: 200 });
  const { video } = (
    await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert}`, { as: picket.admin })
  ).body;
  expect(video?.clips.map(({ isTimeLapse }) => isTimeLapse).sort()).toEqual([false, false, false, true]);
});
