/** Sources that a gateway tries before they are added: asked for at its next poll, and shown to the person who waits. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { GatewayWorld, TestGateway } from './gateway-world.ts';
import { NutDouble } from './nut-double.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

async function openTested() {
  const nut = await NutDouble.start();
  nut.upses.set('rack', { 'ups.status': 'OL CHRG' });
  const world = await GatewayWorld.openRead({ kind: 'NUT', host: '127.0.0.1', port: nut.port });
  const { picket, gateway } = world;
  const start = (body: object = {}) =>
    picket.call<SourceTest & { readonly errors: readonly { readonly name: string }[] }>('POST', '/integrations/test', {
      as: picket.admin,
      body: { kind: 'NUT', host: '127.0.0.1', port: nut.port, readBy: gateway.sentry, ...body },
    });
  const result = (guid = '', as = picket.admin) => picket.call<SourceTest>('GET', `/source-tests/${guid}`, { as });
  const report = (device: TestGateway['device'], guid: string, more: object = {}) =>
    device.send('POST', '/sentry/source-tests', { test: guid, result: { connected: true, topics: [], ...more } }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Error && 'status' in error ? error.status : error),
    );
  return { nut, world, picket, gateway, start, result, report };
}

test('a test is made by the gateway, and its result is there once', async () => {
  const { world, picket, start, result } = await openTested();
  const { body: begun } = await start();
  expect(begun).toMatchObject({ connected: false, waiting: expect.any(String) });
  expect((await result(begun.waiting)).body).toMatchObject({ connected: false, waiting: begun.waiting });
  await expect
    .poll(async () => {
      await world.live(10);
      return (await result(begun.waiting)).body;
    })
    .toEqual({
      connected: true,
      topics: [],
      upses: [{ name: 'rack', description: 'rack in the double', status: 'OL CHRG' }],
    });
  // Nothing of the settings is left, and nobody of another organization sees it.
  const [row] = await picket.platform.db.prisma.sourceTest.findMany();
  expect(row?.settings).toHaveLength(0);
  const other = await picket.addTenant('Other');
  expect((await result(begun.waiting, other.admin)).status).toBe(404);
  picket.clock.pass(301);
  await start();
  expect((await result(begun.waiting)).status).toBe(404);
});

test('what the gateway cannot reach is a problem with a name', async () => {
  const { world, start, result } = await openTested();
  const { body } = await start({ port: 9 });
  await expect
    .poll(async () => {
      await world.live(10);
      return (await result(body.waiting)).body.problem;
    })
    .toBe('CONNECTION_REFUSED');
});

test('a gateway that is silent says so after 45 seconds, not before', async () => {
  const { world, gateway, picket, start, result } = await openTested();
  await gateway.stop();
  const { body } = await start();
  picket.clock.pass(45);
  expect((await result(body.waiting)).body).toMatchObject({ waiting: body.waiting });
  picket.clock.pass(1);
  expect((await result(body.waiting)).body).toEqual({ connected: false, topics: [], problem: 'GATEWAY_SILENT' });
  // It is not made any more: nobody waits for it.
  const asked = await (await world.gateway.device.call('GET', '/sentry/sources')).json();
  expect(asked).not.toHaveProperty('tests');
});

test('a result is taken once, from the gateway that was asked, and bounded', async () => {
  const { gateway, picket, world, start, report } = await openTested();
  await gateway.stop();
  const guid = (await start()).body.waiting ?? '';
  const second = await TestGateway.open(picket, world.location, 'Second');
  expect(await report(second.device, guid)).toBe(404);
  expect(await report(gateway.device, guid, { topics: Array.from({ length: 51 }, () => 'a') })).toBe(400);
  // What a device says of itself is mended and cut: nothing else is lost with it.
  expect(await report(gateway.device, guid, { topics: [`\u0000\ud800${'x'.repeat(1001)}`] })).toBe(204);
  expect(await report(gateway.device, guid)).toBe(404);
});

test('only a gateway of the organization is asked, and not for more than ten at a time', async () => {
  const { gateway, picket, world, start } = await openTested();
  const path = `/locations/${world.location}/sentries`;
  const made = await picket.call<{ guid: string }>('POST', path, { as: picket.admin, body: { name: 'No gateway' } });
  expect(await start({ readBy: made.body.guid })).toMatchObject({
    status: 400,
    body: { errors: [{ name: 'readBy' }] },
  });
  await gateway.stop();
  for (let count = 0; count < 10; count += 1) expect((await start()).status).toBe(200);
  expect((await start()).status).toBe(429);
  picket.clock.pass(301);
  expect((await start()).status).toBe(200);
});
