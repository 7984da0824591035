/** Many devices adopted at once, by people who do not know of each other. */
import { expect, test } from 'vitest';
import { type Device, WebhookWorld } from './webhook-world.ts';

const COUNT = 200;
const REPORTS_AT_ONCE = 100;

/** A webhook with so many thermometers of one name. */
async function openFull(): Promise<readonly [WebhookWorld, readonly Device[]]> {
  const world = await WebhookWorld.open();
  for (let start = 0; start < COUNT; start += REPORTS_AT_ONCE) {
    const reports = Array.from({ length: REPORTS_AT_ONCE }, (_, index) => ({
      device: `t-${start + index}`,
      name: 'Rack/1 50%',
      values: { temperature: 20 },
    }));
    expect((await world.send(reports)).status).toBe(200);
  }
  return [world, await world.discovered()];
}

function adopt({ picket, admin, location }: WebhookWorld, device: Device, name: string, as = admin) {
  const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
  return picket.call('POST', `/discovered/${device.guid}/adopt`, { as, body: { location, name, entities } });
}

const countOf = (answers: readonly { readonly status: number }[], status: number): number =>
  answers.filter((one) => one.status === status).length;

test('each is adopted once, also where two ask at the same time, and each policy is added once', async () => {
  const [world, devices] = await openFull();
  const { picket } = world;
  expect(devices).toHaveLength(COUNT);
  expect(new Set(devices.map(({ proposedName }) => proposedName))).toEqual(new Set(['Rack 1 50']));
  const [sameName, others] = [devices.slice(0, 10), devices.slice(10)];
  const colliding = await Promise.all(sameName.map((device) => adopt(world, device, device.proposedName)));
  expect([countOf(colliding, 201), countOf(colliding, 400)]).toEqual([1, sameName.length - 1]);
  const stranger = await picket.addTenant('Elsewhere');
  const [foreign] = others;
  if (foreign === undefined) throw new Error('there is none');
  expect((await adopt(world, foreign, 'Mine', stranger.admin)).status).toBe(404);
  const twice = await Promise.all(
    others.flatMap((device, index) => [0, 1].map((person) => adopt(world, device, `Shelf ${index} of ${person}`))),
  );
  // A slow machine may have somebody wait for too long: it is to be sent again.
  const again: { readonly status: number }[] = [];
  for (const [index, device] of others.entries()) {
    const pair = twice.slice(2 * index, 2 * index + 2);
    if (countOf(pair, 503) === 2) again.push(await adopt(world, device, `Shelf ${index} of 2`));
    else expect([countOf(pair, 201), countOf(pair, 409) + countOf(pair, 503)]).toEqual([1, 1]);
  }
  expect(countOf(again, 201)).toBe(again.length);
  const states = (await world.discovered()).map(({ state }) => state);
  expect(states.filter((state) => state === 'ADOPTED')).toHaveLength(others.length + 1);
  const { body } = await picket.call<{ items: { name: string }[] }>('GET', '/policies?limit=500', { as: world.admin });
  expect(body.items.filter(({ name }) => name.startsWith('Sensor overdue'))).toHaveLength(1);
});
