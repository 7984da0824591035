/** Who may look at live pictures, and how everybody is cut off who may not any more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCamera, endOf, messagesOf, signalsOfKind, startLive, startView } from './fake-camera.ts';
import { cookieOf, type Device, openPicket, type Picket, type Session } from './harness.ts';
import { connect, type SocketClient, until } from './socket-client.ts';

let picket: Picket;

beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());

const post = (location: string, sentry: string, as: Session | Device = picket.admin) =>
  picket.call<{ code: string }>('POST', `/locations/${location}/live`, { as, body: { sentry } });

describe('who may look', () => {
  test('not while cameras are off, without a camera, or where a mask cannot be painted', async () => {
    const { location, device } = await addCamera(picket);
    const blind = await picket.addDevice(location);
    expect(await post(location, blind.sentry)).toMatchObject({ status: 409, body: { code: 'noCamera' } });
    const cells = Array.from({ length: 24 }, () => [1]);
    await picket.call('PUT', `/sentries/${device.sentry}/camera-mask`, { as: picket.admin, body: { cells } });
    expect((await post(location, device.sentry)).status).toBe(201);
    await picket.call('POST', '/sentry/camera', { as: device, body: { hasCamera: true, supportsMasks: false } });
    expect(await post(location, device.sentry)).toMatchObject({ status: 409, body: { code: 'cameraMask' } });
    await picket.call('PUT', `/locations/${location}/camera`, { as: picket.admin, body: { mode: 'OFF' } });
    expect(await post(location, device.sentry)).toMatchObject({ status: 409, body: { code: 'cameraOff' } });
  });

  test('a sentry of another location is not found', async () => {
    const { location } = await addCamera(picket);
    const other = await addCamera(picket);
    expect((await post(location, other.device.sentry)).status).toBe(404);
    const viewer = await picket.addPerson('VIEWER', location);
    expect((await post(other.location, other.device.sentry, viewer)).status).toBe(404);
  });

  test('another organization sees nothing, not even the one that administers all of them', async () => {
    const strangers = await picket.addTenant(`Strangers ${Math.random()}`);
    const theirs = await addCamera(picket, strangers.admin);
    expect((await post(theirs.location, theirs.device.sentry)).status).toBe(404);
    expect((await picket.call('GET', `/locations/${theirs.location}/views`, { as: picket.admin })).status).toBe(404);
    expect((await post(theirs.location, theirs.device.sentry, strangers.admin)).status).toBe(201);
    const { viewer, channel, location, device } = await startLive(picket);
    expect((await picket.call('DELETE', `/live/${viewer.session}`, { as: strangers.admin })).status).toBe(404);
    const { uplink = '' } = signalsOfKind(channel, 'LOOK')[0] ?? {};
    await expect(connect(picket, uplink.replace('/api/v1', ''), { as: theirs.device })).rejects.toThrow('refused: 404');
    expect((await post(location, device.sentry, strangers.admin)).status).toBe(404);
  });

  test('a ticket opens one picture, once, within 30 seconds', async () => {
    const { location, device } = await addCamera(picket);
    const [one, two] = [
      await startView(picket, location, device, picket.admin),
      await startView(picket, location, device, picket.admin),
    ];
    const open = (session: string, ticket: string) => connect(picket, `/live/${session}?ticket=${ticket}`);
    await expect(open(one.session, two.ticket)).rejects.toThrow('refused: 401');
    await open(one.session, one.ticket);
    await expect(open(one.session, one.ticket)).rejects.toThrow('refused: 401');
    picket.clock.pass(31);
    await expect(open(two.session, two.ticket)).rejects.toThrow('refused: 401');
    const headers = { origin: 'https://elsewhere.example' };
    await expect(connect(picket, `/live/${one.session}?ticket=x`, { headers })).rejects.toThrow('refused: 403');
  });

  test('a wall display may look where the location says so', async () => {
    const { location, device } = await addCamera(picket);
    const person = await picket.addPerson('VIEWER');
    const made = await picket.call('POST', '/users/my-profile/display', {
      as: person,
      body: { locations: [location] },
    });
    expect(made.status).toBe(204);
    const display = { cookie: cookieOf(made) };
    expect((await post(location, device.sentry, display)).status).toBe(403);
    const allow = { mode: 'ON', allowsDisplays: true };
    await picket.call('PUT', `/locations/${location}/camera`, { as: picket.admin, body: allow });
    const { url } = await startView(picket, location, device, display);
    const viewer = await connect(picket, url.replace('/api/v1', ''));
    await until(() => messagesOf(viewer, 'watching').length > 0);
    expect(messagesOf(viewer, 'watching')[0]).toMatchObject({ people: [{ isDisplay: true }] });
    await picket.call('PUT', `/locations/${location}/camera`, {
      as: picket.admin,
      body: { ...allow, allowsDisplays: false },
    });
    await until(() => viewer.closed);
    expect(endOf(viewer)).toEqual(['ACCESS_REVOKED', 1000]);
  });

  test('eight pictures a person', async () => {
    const { location, device } = await addCamera(picket);
    const person = await picket.addPerson('VIEWER');
    for (let count = 0; count < 8; count += 1) await startView(picket, location, device, person);
    const answer = await post(location, device.sentry, person);
    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('10');
    // Tickets that were not used count as long as they are valid.
    picket.clock.pass(31);
    expect((await post(location, device.sentry, person)).status).toBe(201);
  });
});

describe('who may not look any more is cut off within a second', () => {
  const cut = async (viewer: SocketClient, reason: string): Promise<void> => {
    // The check runs twice a second; a busy machine may take longer for all the rest.
    await until(() => viewer.closed, 5000);
    expect(endOf(viewer)).toEqual([reason, 1000]);
  };

  test('whose session ended', async () => {
    const person = await picket.addPerson('VIEWER');
    const { viewer } = await startLive(picket, person);
    expect((await picket.call('POST', '/auth/logout', { as: person })).status).toBe(204);
    await cut(viewer, 'ACCESS_REVOKED');
  });

  test('whose role is gone', async () => {
    const person = await picket.addPerson('VIEWER');
    const { viewer } = await startLive(picket, person);
    const { prisma } = picket.platform.db;
    const { guid } = await prisma.liveView
      .findFirstOrThrow({ where: { guid: viewer.session }, select: { guid: true, userGuid: true } })
      .then(({ userGuid }) => ({ guid: userGuid }));
    const changed = await picket.call('PATCH', `/users/${guid}`, {
      as: picket.admin,
      body: { permissions: [{ role: 'METRICS' }] },
    });
    expect(changed.status).toBe(200);
    await cut(viewer, 'ACCESS_REVOKED');
  });

  test('when the cameras are turned off', async () => {
    const { viewer, location } = await startLive(picket);
    await picket.call('PUT', `/locations/${location}/camera`, { as: picket.admin, body: { mode: 'OFF' } });
    await cut(viewer, 'CAMERA_OFF');
  });

  test('when the sentry is removed', async () => {
    const { viewer, device } = await startLive(picket);
    await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
    await cut(viewer, 'ACCESS_REVOKED');
  });

  test('who ended it elsewhere', async () => {
    const { viewer } = await startLive(picket);
    expect((await picket.call('DELETE', `/live/${viewer.session}`, { as: picket.admin })).status).toBe(204);
    await cut(viewer, 'CLOSED');
  });
});
