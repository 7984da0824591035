/** Outages that last: a receiver that refuses for a day, and a location without power. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import type { Device } from './harness.ts';
import {
  ADMIN,
  add,
  deliveryStates,
  detail,
  openWorld,
  pass,
  raise,
  receiverForTest,
  type World,
} from './notification-world.ts';

test('after a day a message fails: on the alert’s page, in the list, and as a system alert that clears when it works again', async () => {
  const world = await openWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  receiver.respondWith(() => 'REFUSE');
  const hook = await add(world, { kind: 'SLACK', name: 'Operations', settings: { url: `${receiver.url}/hook` } });
  const alert = await raise(world);
  await pass(world, 25 * 3600, 900);
  picket.admin = await picket.signIn(ADMIN);
  expect((await deliveryStates(world, alert, 'SLACK')).filter((one) => one.startsWith('RAISED'))).toEqual([
    'RAISED FAILED',
  ]);
  const failed = await picket.call<ResponseOf<'GET /messages'>>('GET', '/messages?state=FAILED', {
    as: picket.admin,
  });
  expect(failed.body.items).toMatchObject([
    { to: 'Operations', channel: 'SLACK', lastProblem: 'was not accepted', alerts: [{ guid: alert }] },
  ]);
  expect(failed.body.items[0]?.attempts).toBeGreaterThan(20);
  const alarm = (await picket.alerts('&state=OPEN')).find(({ subject }) => subject === `destination:${hook.guid}`);
  expect(alarm).toMatchObject({ severity: 230, message: expect.stringContaining('was not accepted') });

  receiver.respondWith(() => 'ACCEPT');
  const retried = await picket.call('POST', `/messages/${failed.body.items[0]?.guid}/retry`, { as: picket.admin });
  expect(retried.status).toBe(204);
  await pass(world, 900, 60);
  expect(await deliveryStates(world, alert, 'SLACK')).toContain('RAISED SENT');
  await picket.server.pipeline.selfMonitor.runChecks();
  expect((await picket.alerts('&state=OPEN')).map(({ subject }) => subject)).toEqual([undefined]);
});

/** Values of the metric `value`, by sensor. */
type Senses = Readonly<Record<string, number>>;

const sense = async ({ picket }: World, device: Device, senses: Senses): Promise<void> => {
  const at = formatInstant(picket.clock.now());
  const readings = Object.entries(senses).map(([sensorMetricId, value]) => ({ sensorMetricId, at, values: { value } }));
  await picket.report(device, readings);
};

/** A location with 8 sensors: on battery or not, one that leaks, and two whose radio may be gone. */
const powerCut = (onBattery: number, leak: number, missing: number): Senses => ({
  power_onBattery: onBattery,
  power_badSource: 0,
  environment_temperature: 22,
  environment_humidity: 45,
  sentry_tamper: 0,
  'fluid-FX2-F1_leak': leak,
  'fluid-FX2-F1_missing': 0,
  'fluid-FX2-F2_missing': missing,
  'fluid-FX2-F3_missing': missing,
});

/** One of the two sensors stays lost. */
const POWER_IS_BACK: Senses = {
  power_onBattery: 0,
  'fluid-FX2-F1_leak': 1,
  'fluid-FX2-F2_missing': 0,
  'fluid-FX2-F3_missing': 40,
};
test('a power cut of a location with 8 sensors: one message, one more when silence becomes 999; a leak from before stays its own', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const device = await picket.addDevice(location, { name: 'Wall', reportIntervalSeconds: 30 });
  await picket.pair(location, device, 'F1', 'F2', 'F3');
  await sense(world, device, powerCut(0, 0, 0));
  await pass(world, 30);
  await sense(world, device, powerCut(0, 1, 0));
  await pass(world, 30);
  const leak = (await picket.alerts('&state=OPEN'))[0];
  expect(leak?.violation).toBe('Fluid leak');
  mailbox.clear();
  // The power goes. The sentry runs on its battery for some minutes, its radio does not.
  for (const minute of Array.from({ length: 6 }).keys())
    for (const _ of [0, 1]) {
      await sense(world, device, powerCut(1, 1, minute < 3 ? 0 : 12));
      await pass(world, 30);
    }
  await pass(world, 1200, 20);
  const open = await picket.alerts('&state=OPEN');
  expect(open.map(({ violation }) => violation).sort()).toEqual([
    'Fluid leak',
    'Fluid sensor missing',
    'Fluid sensor missing',
    'No report for 15 minutes',
    'On battery power',
  ]);
  const subjects = mailbox.mails.map(({ subject }) => subject).filter((subject) => !subject?.startsWith('Still on'));
  expect(subjects).toEqual([
    'Warning: On battery power at Cold store',
    'Critical: No report for 15 minutes at Cold store',
  ]);
  const power = open.find(({ violation }) => violation === 'On battery power');
  const symptoms = open.filter(({ root }) => root === power?.guid).map(({ violation }) => violation);
  expect(symptoms.sort()).toEqual(['Fluid sensor missing', 'Fluid sensor missing', 'No report for 15 minutes']);
  expect(open.find(({ violation }) => violation === 'Fluid leak')?.root).toBeUndefined();
  expect((await detail(world, power?.guid ?? '')).symptoms.length).toBe(4);

  // Power is back, one sensor stays lost: it comes out by itself.
  mailbox.clear();
  for (const _ of Array.from({ length: 8 })) {
    await sense(world, device, POWER_IS_BACK);
    await pass(world, 30);
  }
  const left = await picket.alerts('&state=OPEN');
  expect(left.map(({ violation, subject }) => `${violation} ${subject ?? ''}`).sort()).toEqual([
    'Fluid leak fluid-FX2-F1',
    'Fluid sensor missing fluid-FX2-F3',
  ]);
  const texts = mailbox.mails.map(({ text }) => text).join('\n');
  expect(mailbox.mails.map(({ subject }) => subject)[0]).toMatch(/^Over: No report for 15 minutes/u);
  expect(texts).toContain('No report for 15 min');
  expect(texts).toContain('Fluid sensor missing at Cold store');
  // As a word: the random signature of a link may hold the two characters.
  expect(texts).not.toMatch(/ F2 /u);
  const lost = left.find(({ violation }) => violation === 'Fluid sensor missing');
  expect((await detail(world, lost?.guid ?? '')).deliveries).toMatchObject([
    { change: 'RAISED', state: 'SENT', suppressedFor: 'GROUPED' },
  ]);
});
