/** Notifications: who is notified of what, on which channel, in which order, and what is recorded. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, test } from 'vitest';
import type { Device } from './harness.ts';
import {
  ADMIN,
  add,
  choosePreferences,
  deliveryStates,
  detail,
  end,
  openWorld,
  pass,
  raise,
  receiverForTest,
  type World,
} from './notification-world.ts';

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

describe('an alert is notified when it is raised and when it is cleared', () => {
  test('by e-mail, as text and HTML, with the reading and a picture; every attempt is on record', async () => {
    const world = await openWorld();
    const { picket, mailbox, location } = world;
    const device = await picket.addDevice(location, { name: 'Rack 7', reportIntervalSeconds: 30 });
    for (const [value, wait] of [
      [22, 30],
      [23, 30],
      [33, 30],
      [34, 0],
    ] as const) {
      await picket.send(device, 'environment_temperature', value);
      picket.clock.pass(wait);
    }
    const [alert] = await picket.alerts(`&sentry=${device.sentry}&state=OPEN`);
    expect(await picket.notify()).toBe(1);
    const mail = await mailbox.next(ADMIN);
    expect(mail.subject).toBe('Critical: Too hot at Cold store');
    expect(mail.text).toContain('91.4 °F, the limit is above 89.0 °F');
    expect(mail.text).toContain('Rack 7 · Room temperature');
    expect(mail.text).toMatch(/Since Mon,? 2 Mar,? 11:01:00 (CET|GMT\+1)/u);
    expect(mail.text).toContain(`https://picket.example/locations/${location}/alert/${alert?.guid}`);
    expect(mail.html).toContain('Critical: Too hot at Cold store');
    expect(mail.html).toMatch(
      /alt="Temperature of Rack 7, 1\d:\d\d to 11:0\d: from 71\.6 to 93\.2 °F, limit 89\.0 °F"/u,
    );
    expect(mail.html).toContain('Temperature · Rack 7 · Cold store');
    for (const part of [mail.html, mail.text]) expect(part).toContain('https://picket.example/profile/notifications');
    const [picture] = mail.attachments;
    expect(picture?.mimeType).toBe('image/png');
    expect(
      Buffer.from(picture?.content as ArrayBuffer)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');

    const [delivery] = (await detail(world, alert?.guid ?? '')).deliveries;
    expect(delivery).toMatchObject({ to: ADMIN, channel: 'EMAIL', change: 'RAISED', state: 'SENT' });
    expect(delivery?.attempts).toMatchObject([{ delivered: true, response: expect.stringContaining('250') }]);
    expect(mail.messageId).toBe(`<${delivery?.message}@picket.example>`);

    for (const minute of Array.from({ length: 25 }).keys()) {
      await picket.send(device, 'environment_temperature', minute < 20 ? 34 : 22);
      picket.clock.pass(60);
    }
    await picket.notify();
    expect((await mailbox.next(ADMIN)).subject).toMatch(/^Over: Too hot at Cold store, after 22 min/u);
    expect(await deliveryStates(world, alert?.guid ?? '')).toEqual(['RAISED SENT', 'CLEARED SENT']);
  });

  test('deleting the location clears alerts raised there by hand, and their recipients are notified', async () => {
    const world = await openWorld();
    const { picket, mailbox, location } = world;
    const alert = await raise(world);
    await picket.notify();
    await mailbox.next(ADMIN);
    picket.clock.pass(60);
    expect((await picket.call('DELETE', `/locations/${location}`, { as: picket.admin })).status).toBe(204);
    await picket.notify();
    expect((await mailbox.next(ADMIN)).subject).toMatch(/^Over: Water on the floor/u);
    expect(await deliveryStates(world, alert)).toEqual(['RAISED SENT', 'CLEARED SENT']);
    const { state, timeline } = await detail(world, alert);
    expect([state, timeline.at(-1)?.code]).toEqual(['CLEARED', 'LOCATION_REMOVED']);
  });

  test('a refused mail is retried every 15 to 30 s; an alert cleared meanwhile is one mail that says so', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    mailbox.refuse('450 try later');
    const alert = await raise(world);
    await picket.notify();
    picket.clock.pass(2);
    await end(world, alert);
    await picket.notify();
    expect(await deliveryStates(world, alert)).toEqual([
      'RAISED COMPOSED',
      'CLEARED SUPPRESSED WAITING_FOR_PREDECESSOR',
    ]);
    await pass(world, 60);
    expect(mailbox.mails).toEqual([]);
    const { attempts = [] } = (await detail(world, alert)).deliveries[0] ?? {};
    expect(attempts.length).toBeGreaterThan(2);
    expect(attempts.every(({ delivered }) => delivered === false)).toBe(true);
    const waits = attempts.slice(1).map(({ at }, place) => Date.parse(at) - Date.parse(attempts[place]?.at ?? at));
    // The test's clock moves by 10 s.
    expect(waits.slice(1).every((wait) => wait >= 15_000 && wait <= 40_000)).toBe(true);

    mailbox.refuse(null);
    await pass(world, 40);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Was on for 2 s: Water on the floor at Cold store']);
    expect(mailbox.mails[0]?.text).toContain('it is over');
    expect(mailbox.mails[0]?.text).not.toContain('/act/');
    expect(await deliveryStates(world, alert)).toEqual(['RAISED SENT', 'CLEARED SENT']);
  });

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

  test('an alert that was over when it was first known is notified once', async () => {
    const world = await openWorld();
    const { picket, mailbox, location } = world;
    const device = await picket.addDevice(location);
    await choosePreferences(world, { matrix: { ...(await defaults(world)).matrix, POLICY_CHANGE: { EMAIL: 'info' } } });
    const policies = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin });
    const tamper = policies.body.items.find(({ name }) => name === 'Tamper');
    await picket.call('PATCH', `/policies/${tamper?.guid}`, { as: picket.admin, body: { name: 'Tampering' } });
    await picket.call('PUT', `/sentries/${device.sentry}/policies/${tamper?.guid}`, {
      as: picket.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: tamper?.definition, doNotDisturb: null },
    });
    await picket.notify();
    const subjects = mailbox.mails.map(({ subject }) => subject);
    expect(subjects.length).toBeGreaterThan(0);
    expect(subjects[0]).toMatch(/^Info: /u);
  });
});

async function defaults({ picket }: Awaited<ReturnType<typeof openWorld>>) {
  const { body } = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  return body.preferences;
}

describe('what belongs together comes together', () => {
  test('the first at once; what follows within 10 s as one update; what is worse passes at once', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    await raise(world, 'First', 240);
    await picket.notify();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Warning: First at Cold store']);
    picket.clock.pass(2);
    await raise(world, 'Second', 240);
    await raise(world, 'Third', 230);
    await picket.notify();
    expect(mailbox.mails.length).toBe(1);
    picket.clock.pass(2);
    await raise(world, 'Worse', 400);
    await picket.notify();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Warning: First at Cold store',
      'Critical: Worse at Cold store',
    ]);
    await pass(world, 20);
    expect(mailbox.mails.length).toBe(3);
    expect(mailbox.mails[2]?.subject).toBe('Warning: 2 alerts at Cold store');
    expect(mailbox.mails[2]?.text).toContain('Warning: Second at Cold store');
    expect(mailbox.mails[2]?.text).toContain('Warning: Third at Cold store');
  });

  test('a critical alert waits for others for 2 s at most, however severe the one before was', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    await raise(world, 'Smoke', 400);
    await picket.notify();
    for (const name of ['Fire', 'Heat']) await raise(world, name, 360);
    await picket.notify();
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Critical: Smoke at Cold store']);
    await pass(world, 3, 1);
    expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
      'Critical: Smoke at Cold store',
      'Critical: 2 alerts at Cold store',
    ]);
    // An end has time.
    await end(world, (await picket.alerts('&state=OPEN'))[0]?.guid ?? '');
    await pass(world, 3, 1);
    expect(mailbox.mails.length).toBe(2);
  });

  test('other places do not wait', async () => {
    const world = await openWorld();
    const elsewhere = await world.picket.addLocation('Attic');
    await raise(world, 'First', 240);
    await world.picket.notify();
    await raise(world, 'Other', 240, elsewhere);
    await world.picket.notify();
    expect(world.mailbox.mails.length).toBe(2);
  });

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
});
