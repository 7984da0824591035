/** How many may view live pictures at the same time, and how much a server sends of them. */
import { expect, test } from 'vitest';
import { addCamera, startLive, startView } from './fake-camera.ts';
import { picketForTest } from './harness.ts';
import { until } from './socket-client.ts';

test('a sentry has 32 viewers at the most', async () => {
  const picket = await picketForTest();
  const { location, device } = await addCamera(picket);
  const post = async (as = picket.admin) =>
    picket.call('POST', `/locations/${location}/live`, { as, body: { sentry: device.sentry } });
  for (let person = 0; person < 4; person += 1) {
    const viewer = await picket.addPerson('VIEWER');
    for (let count = 0; count < 8; count += 1) await startView(picket, location, device, viewer);
  }
  const refused = await post();
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  const other = await addCamera(picket);
  expect((await startView(picket, other.location, other.device, picket.admin)).session).toBeTruthy();
  // Tickets that were not used count as long as they are valid.
  picket.clock.pass(31);
  expect((await post()).status).toBe(201);
});

test('a server that sends PICKET_LIVE_MBIT takes no further viewer, and keeps those it has', async () => {
  const picket = await picketForTest({ environment: { PICKET_LIVE_MBIT: '1' } });
  const { viewer, location, device } = await startLive(picket);
  const post = () =>
    picket.call('POST', `/locations/${location}/live`, { as: picket.admin, body: { sentry: device.sentry } });
  await until(async () => (await post()).status === 503);
  expect(await post()).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  expect(viewer.closed).toBeNull();
  // The same server with more to give has room.
  const roomy = await picketForTest({ environment: { PICKET_LIVE_MBIT: '200' } });
  const second = await startLive(roomy);
  const answer = await roomy.call('POST', `/locations/${second.location}/live`, {
    as: roomy.admin,
    body: { sentry: second.device.sentry },
  });
  expect(answer.status).toBe(201);
});
