/** What becomes of devices of a source that is polled when a person changes how it is asked, or where. */
import { describe, expect, test } from 'vitest';
import { NutDouble } from './nut-double.ts';
import { PolledWorld } from './polled-world.ts';

const ONLINE = { 'ups.status': 'OL', 'battery.charge': '100' };

describe('a UPS', () => {
  test('is expected as often as it is asked, unless a person chose an interval', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE).set('spare', ONLINE);
    const world = await PolledWorld.open(double.port, { kind: 'NUT', host: '127.0.0.1', port: double.port });
    const { picket } = world;
    await world.eventually(async () => (await world.discovered()).length, 2);
    const [first, second] = await world.discovered();
    const adopt = async (guid: string | undefined, more: object) => {
      const { entities = [] } = (await world.discovered()).find((one) => one.guid === guid) ?? {};
      const used = entities.flatMap((entity) => (entity.series === undefined ? [] : [entity.guid]));
      const body = { location: world.location, name: `UPS ${guid}`, entities: used, ...more };
      expect((await picket.call('POST', `/discovered/${guid}/adopt`, { as: picket.admin, body })).status).toBe(201);
    };
    await adopt(first?.guid, {});
    await adopt(second?.guid, { intervalSeconds: 120 });
    const ask = async (pollSeconds: number) => {
      const path = `/integrations/${world.integration.guid}`;
      expect((await picket.call('PATCH', path, { as: picket.admin, body: { pollSeconds } })).status).toBe(200);
      const devices = await world.discovered();
      return [first, second].map((one) => devices.find(({ guid }) => guid === one?.guid)?.expectedInterval);
    };
    const chosen = { seconds: 120, origin: 'CHOSEN' };
    expect(await ask(600)).toEqual([{ seconds: 600, origin: 'USUAL' }, chosen]);
    expect(await ask(10)).toEqual([{ seconds: 60, origin: 'USUAL' }, chosen]);
  });

  test('is not overdue where it is to be asked more often, and was not yet', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const settings = { kind: 'NUT', host: '127.0.0.1', port: double.port, pollSeconds: 3600 };
    const world = await PolledWorld.open(double.port, settings);
    await world.eventually(async () => (await world.discovered()).length, 1);
    await world.adopt();
    await world.live(1800);
    const path = `/integrations/${world.integration.guid}`;
    const body = { pollSeconds: 60 };
    expect((await world.picket.call('PATCH', path, { as: world.picket.admin, body })).status).toBe(200);
    world.picket.clock.pass(60);
    await world.picket.server.pipeline.integrations.watchOverdue();
    expect(Object.keys(await world.latest())).not.toContain('sensor_overdue.value');
  });

  test('is overdue when it was to be, though its integration was renamed meanwhile', async () => {
    const double = await NutDouble.start();
    double.upses.set('rack', ONLINE);
    const settings = { kind: 'NUT', host: '127.0.0.1', port: double.port, pollSeconds: 3600 };
    const world = await PolledWorld.open(double.port, settings);
    await world.eventually(async () => (await world.discovered()).length, 1);
    const { guid } = await world.adopt();
    await world.live(60);
    const { picket, integration } = world;
    const path = `/integrations/${integration.guid}`;
    expect((await picket.call('PATCH', path, { as: picket.admin, body: { name: 'Racks' } })).status).toBe(200);
    const lastReceivedAt = new Date(picket.clock.now() - (3600 + 301) * 1000);
    await picket.platform.db.prisma.monitorState.updateMany({ where: { sentryGuid: guid }, data: { lastReceivedAt } });
    picket.clock.pass(60);
    await picket.server.pipeline.integrations.watchOverdue();
    expect((await world.latest())['sensor_overdue.value']).toBeGreaterThanOrEqual(5);
  });

  test('that is ignored stays so while it is not listed, and where the server is found elsewhere', async () => {
    const [double, elsewhere] = [await NutDouble.start(), await NutDouble.start()];
    for (const { upses } of [double, elsewhere]) upses.set('rack', ONLINE).set('spare', ONLINE);
    const settings = { kind: 'NUT', host: '127.0.0.1', port: double.port };
    const world = await PolledWorld.open([double.port, elsewhere.port], settings);
    const { picket } = world;
    const states = async () => (await world.discovered()).map(({ name, state }) => `${name} ${state}`);
    await world.eventually(states, ['rack DISCOVERED', 'spare DISCOVERED']);
    const [rack] = await world.discovered();
    expect((await picket.call('POST', `/discovered/${rack?.guid}/ignore`, { as: picket.admin })).status).toBe(200);
    double.upses.clear();
    await world.eventually(states, ['rack IGNORED']);
    double.upses.set('rack', ONLINE).set('spare', ONLINE);
    await world.eventually(states, ['rack IGNORED', 'spare DISCOVERED']);
    const path = `/integrations/${world.integration.guid}`;
    const answer = await picket.call('PATCH', path, { as: picket.admin, body: { port: elsewhere.port } });
    expect(answer.status).toBe(200);
    expect(await states()).toContain('rack IGNORED');
    await world.eventually(states, ['rack IGNORED', 'spare DISCOVERED']);
  });
});
