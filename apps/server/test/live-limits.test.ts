/** How many may view live pictures at the same time, and how much a server sends of them. */
import { expect, test } from 'vitest';
import { endAbandonedViews } from '../src/capabilities/live/index.ts';
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

test('views that a clock stored ahead, of a process that is gone or with a ticket that nobody used, end all the same', async () => {
  const picket = await picketForTest();
  const { console: sql } = picket.platform.db;
  const { location, device } = await addCamera(picket);
  const opened = await startView(picket, location, device, picket.admin);
  await startView(picket, location, device, picket.admin);
  await sql.query(
    `UPDATE live_view SET started_at = created_at, seen_at = created_at + interval '1 day', transport = 'MSE'
      WHERE guid = $1::uuid`,
    [opened.session],
  );
  await sql.query(
    `UPDATE live_view SET ticket_expires_at = ticket_expires_at + interval '1 day' WHERE started_at IS NULL`,
  );
  const count = async () => {
    const { rows } = await sql.query('SELECT guid FROM live_view WHERE ended_at IS NULL');
    return rows.length;
  };
  await endAbandonedViews(picket.platform);
  expect(await count()).toBe(2);
  picket.clock.pass(61);
  await endAbandonedViews(picket.platform);
  expect(await count()).toBe(0);
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
