/** Assigning alerts: to whom, what follows from it, and what does not. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket, type Session } from './harness.ts';
import { deliveryStates, openWorld, pass, raise as raiseIn } from './notification-world.ts';

type Detail = ResponseOf<'GET /alerts/{guid}'>;
type Person = { readonly session: Session; readonly guid: string; readonly email: string };

let picket: Picket;
let here: string;
let elsewhere: string;
let there: Person;
let everywhere: Person;
let foreign: Person;

async function person(role: 'ADMIN' | 'VIEWER' | 'METRICS', location?: string): Promise<Person> {
  return profileOf(await picket.addPerson(role, location));
}
async function profileOf(session: Session): Promise<Person> {
  const { body } = await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', { as: session });
  return { ...body, session };
}

beforeAll(async () => {
  picket = await openPicket();
  here = await picket.addLocation('Here');
  elsewhere = await picket.addLocation('Elsewhere');
  there = await person('VIEWER', here);
  everywhere = await person('VIEWER');
  foreign = await profileOf((await picket.addTenant('Strangers')).admin);
});
afterAll(() => picket.close());

async function raise(): Promise<string> {
  const body = { location: here, severity: 400, message: 'Water' };
  return (await picket.call<{ guid: string }>('POST', '/alerts', { as: picket.admin, body })).body.guid;
}
const assign = (alert: string, user: string | null, as: Session = picket.admin) =>
  picket.call<Detail>('POST', `/alerts/${alert}/assign`, { as, body: { user } });
const detail = async (alert: string): Promise<Detail> =>
  (await picket.call<Detail>('GET', `/alerts/${alert}`, { as: picket.admin })).body;
const mine = async ({ session }: Person): Promise<readonly string[]> =>
  (
    await picket.call<ResponseOf<'GET /views/alerts'>>('GET', '/views/alerts?assigned=me', { as: session })
  ).body.items.map(({ guid }) => guid);

test('assigned, reassigned and assigned to nobody: stored, in the timeline, audited, found by the assignee', async () => {
  const alert = await raise();
  picket.clock.pass(60);
  const given = await assign(alert, there.guid);
  expect(given.body.assigned).toEqual({
    to: { guid: there.guid, name: there.email },
    by: 'admin@picket.example',
    at: formatInstant(picket.clock.now()),
  });
  expect(given.body.acknowledged).toBeUndefined();
  expect(await mine(there)).toEqual([alert]);
  // The same again changes nothing.
  expect((await assign(alert, there.guid)).body.last_update_ts).toBe(given.body.last_update_ts);
  // Who may view it may pass it on.
  expect((await assign(alert, everywhere.guid, there.session)).body.assigned).toMatchObject({ by: there.email });
  expect([await mine(there), await mine(everywhere)]).toEqual([[], [alert]]);
  expect((await assign(alert, null)).body.assigned).toBeUndefined();
  expect(await mine(everywhere)).toEqual([]);
  const steps = (await detail(alert)).timeline.filter(({ code }) => code.endsWith('ASSIGNED'));
  expect(steps.map(({ code, by, detail: { to } }) => [code, by, to])).toEqual([
    ['ASSIGNED', 'admin@picket.example', there.email],
    ['ASSIGNED', there.email, everywhere.email],
    ['UNASSIGNED', 'admin@picket.example', undefined],
  ]);
  const log = await picket.call<ResponseOf<'GET /audit'>>('GET', `/audit?action=ALERT_ASSIGNED&target=${alert}`, {
    as: picket.admin,
  });
  expect(log.body.items.map(({ before, after }) => [before?.assignee, after?.assignee])).toEqual([
    [everywhere.email, null],
    [there.email, everywhere.email],
    [null, there.email],
  ]);
});

test('only to people who may view it; nobody else learns of them', async () => {
  const alert = await raise();
  const elsewhereOnly = await person('VIEWER', elsewhere);
  const metrics = await person('METRICS');
  const names = await picket.call<ResponseOf<'GET /alerts/{guid}/assignees'>>('GET', `/alerts/${alert}/assignees`, {
    as: there.session,
  });
  const guids = names.body.items.map(({ guid }) => guid);
  expect(guids).toEqual(expect.arrayContaining([there.guid, everywhere.guid]));
  for (const { guid } of [elsewhereOnly, metrics, foreign]) {
    expect(guids).not.toContain(guid);
    const refused = await assign(alert, guid);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('"user"');
  }
  for (const { session } of [elsewhereOnly, foreign]) {
    expect((await picket.call('GET', `/alerts/${alert}/assignees`, { as: session })).status).toBe(404);
    expect((await assign(alert, there.guid, session)).status).toBe(404);
  }
  for (const body of [{}, { user: 'ada' }, { user: newGuid() }, { user: there.guid, note: 'x' }])
    expect((await picket.call('POST', `/alerts/${alert}/assign`, { as: picket.admin, body })).status).toBe(400);
  expect((await detail(alert)).assigned).toBeUndefined();
});

test('an alert that is over is not assigned any more, and keeps its assignee', async () => {
  const alert = await raise();
  await assign(alert, there.guid);
  await picket.call('POST', `/alerts/${alert}/resolve`, { as: picket.admin });
  expect((await assign(alert, null)).status).toBe(409);
  expect((await detail(alert)).assigned?.to.guid).toBe(there.guid);
  expect(await mine(there)).toContain(alert);
});

test('assigning acknowledges nothing: notifications and escalation go on as they would have', async () => {
  const world = await openWorld();
  const alert = await raiseIn(world, 'Water', 400);
  await pass(world, 60);
  const before = await deliveryStates(world, alert);
  const { body: me } = await world.picket.call<{ guid: string }>('GET', '/users/my-profile', {
    as: world.picket.admin,
  });
  const body = { user: me.guid };
  await world.picket.call('POST', `/alerts/${alert}/assign`, { as: world.picket.admin, body });
  await pass(world, 60);
  expect(await deliveryStates(world, alert)).toEqual(before);
  world.mailbox.clear();
  await pass(world, 20 * 60, 60);
  expect(world.mailbox.mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Still on, 2\d min, second notification: Water at Cold store$/u),
  ]);
});
