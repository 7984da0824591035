/** Suppressed notifications: quiet hours of a user, do not disturb of a policy, maintenance of a location, and what follows. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { QuietHours } from '@picket/domain/notification-preferences';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { ADMIN, choosePreferences, deliveryStates, detail, end, openWorld, pass, raise } from './notification-world.ts';

/** 22:00 to 07:00 every day; the tests begin on Monday, 2 March 2026, 11:00 in Zurich. */
const NIGHTS: QuietHours = {
  schedule: { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 22, beginMinute: 0, endHour: 7, endMinute: 0 },
  timezone: 'Europe/Zurich',
  except: 'critical',
  channels: ['EMAIL', 'PUSH', 'NTFY', 'APPRISE'],
};
const at = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Zurich').epochMilliseconds;

test('quiet hours suppress what is not critical; when they end, one summary says what is still open', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  await choosePreferences(world, { quietHours: NIGHTS });
  const before = await raise(world, 'From before', 240);
  await picket.notify();
  expect(mailbox.mails.length).toBe(1);
  mailbox.clear();

  picket.clock.set(at('2026-03-02T23:30'));
  picket.admin = await picket.signIn(ADMIN);
  const lasting = await raise(world, 'Lasting', 240);
  const second = await raise(world, 'Second', 230);
  const passing = await raise(world, 'Passing', 240);
  await pass(world, 30);
  await end(world, passing);
  await end(world, before);
  await pass(world, 60);
  expect(mailbox.mails).toEqual([]);
  expect(await deliveryStates(world, lasting)).toEqual(['RAISED SUPPRESSED QUIET_HOURS']);
  expect((await detail(world, lasting)).deliveries[0]?.until).toBe(formatInstant(at('2026-03-03T07:00')));
  expect(await deliveryStates(world, passing)).toEqual(['RAISED SKIPPED QUIET_HOURS', 'CLEARED SKIPPED QUIET_HOURS']);
  // Recipients of RAISED get CLEARED, later.
  expect(await deliveryStates(world, before)).toEqual(['RAISED SENT', 'CLEARED SUPPRESSED QUIET_HOURS']);

  const leak = await raise(world, 'Leak', 400);
  await picket.notify();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Critical: Leak at Cold store']);
  mailbox.clear();

  picket.clock.set(at('2026-03-03T06:59:59'));
  await picket.notify();
  expect(mailbox.mails.filter(({ subject }) => !subject?.startsWith('Still on'))).toEqual([]);
  mailbox.clear();
  picket.clock.set(at('2026-03-03T07:00:15'));
  await picket.notify();
  const summaries = mailbox.mails.filter(({ subject }) => !subject?.startsWith('Still on'));
  expect(summaries.map(({ subject }) => subject)).toEqual(['Warning: 2 alerts are still on, 1 over']);
  expect(summaries[0]?.text).toContain('Lasting');
  expect(summaries[0]?.text).toContain('Second');
  expect(summaries[0]?.text).toContain('Over: From before');
  expect(summaries[0]?.text).not.toContain('Passing');
  for (const guid of [lasting, second]) expect(await deliveryStates(world, guid)).toEqual(['RAISED SENT']);
  expect(await deliveryStates(world, before)).toEqual(['RAISED SENT', 'CLEARED SENT']);
  expect(leak).not.toBe('');
});

test('changing quiet hours decides suppressed notifications again', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  picket.clock.set(at('2026-03-02T23:30'));
  picket.admin = await picket.signIn(ADMIN);
  await choosePreferences(world, { quietHours: NIGHTS });
  await raise(world, 'Kept back', 240);
  await picket.notify();
  expect(mailbox.mails).toEqual([]);
  await choosePreferences(world, { quietHours: null });
  await picket.notify();
  expect(mailbox.mails.length).toBe(1);
});

test('do not disturb of a policy: notified when it ends if the alert is still open', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const device = await picket.addDevice(location, { reportIntervalSeconds: 30 });
  const motion = (level: number) => picket.send(device, 'camera_motion', level, picket.clock.now(), 'level');
  await choosePreferences(world, {
    matrix: {
      POLICY: { EMAIL: 'info' },
      DEVICE: { EMAIL: 'info' },
      PERSON: { EMAIL: 'info' },
      WEATHER: { EMAIL: 'off' },
      POLICY_CHANGE: { EMAIL: 'off' },
    },
  });
  // Motion keeps quiet from 9 to 17 on working days: it is 11 now.
  await motion(0.5);
  await picket.notify();
  const [alert] = await picket.alerts(`&sentry=${device.sentry}&state=OPEN`);
  expect(alert?.muted).toBe(true);
  expect(await deliveryStates(world, alert?.guid ?? '')).toEqual(['RAISED SUPPRESSED DO_NOT_DISTURB']);
  expect(mailbox.mails).toEqual([]);
  while (picket.clock.now() < at('2026-03-02T17:00:30')) {
    await motion(0.5);
    picket.clock.pass(60);
    await picket.heartbeat();
    await picket.tick();
  }
  await picket.releaseMutedAlerts();
  await picket.notify();
  picket.admin = await picket.signIn(ADMIN);
  expect(mailbox.mails.length).toBe(1);
  expect(mailbox.mails[0]?.text).toContain('Suppressed by do not disturb of its policy');
  expect(await deliveryStates(world, alert?.guid ?? '')).toEqual(['RAISED SENT']);
});

test('do not disturb of a policy: over within it, but waiting for a person, it is notified when it ends', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const hot = { sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 };
  const made = await picket.call<{ guid: string }>('POST', '/policies', {
    as: picket.admin,
    body: {
      name: 'Latched',
      definition: { violations: [{ description: 'Hot', severity: 300, activeResolution: true, conditions: [hot] }] },
      doNotDisturb: { daysOfWeek: [1, 2, 3, 4, 5], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 },
    },
  });
  const device = await picket.addDevice(location);
  await picket.tick();
  await picket.notify();
  mailbox.clear();
  await picket.send(device, 'environment_temperature', 28);
  picket.clock.pass(60);
  await picket.send(device, 'environment_temperature', 20);
  await picket.notify();
  const [alert] = await picket.alerts(`&policy=${made.body.guid}&state=RECOVERED`);
  const suppressed = ['RAISED SUPPRESSED DO_NOT_DISTURB', 'CLEARED SUPPRESSED DO_NOT_DISTURB'];
  expect(await deliveryStates(world, alert?.guid ?? '')).toEqual(suppressed);
  expect(mailbox.mails).toEqual([]);
  picket.clock.set(at('2026-03-02T17:00:30'));
  expect(await picket.releaseMutedAlerts()).toBe(1);
  await picket.notify();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Hot')]);
  expect(await deliveryStates(world, alert?.guid ?? '')).toEqual(['RAISED SENT', 'CLEARED SENT']);
});

test('maintenance of a location suppresses everything, ends early or by itself, and is followed by one summary', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const elsewhere = await picket.addLocation('Attic');
  const plan = (body: object) =>
    picket.call<ResponseOf<'POST /locations/{guid}/maintenance'>>('POST', `/locations/${location}/maintenance`, {
      as: picket.admin,
      body,
    });
  const until = picket.clock.now() + 3_600_000;
  const made = await plan({ endsAt: formatInstant(until), reason: 'New cooling' });
  expect(made.status).toBe(201);
  const critical = await raise(world, 'Too hot', 400);
  const over = await raise(world, 'Door', 240);
  await raise(world, 'Not here', 240, elsewhere);
  await picket.notify();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Warning: Not here at Attic']);
  expect(await deliveryStates(world, critical)).toEqual(['RAISED SUPPRESSED MAINTENANCE']);
  await end(world, over);
  await picket.notify();
  expect(await deliveryStates(world, over)).toEqual(['RAISED SKIPPED MAINTENANCE', 'CLEARED SKIPPED MAINTENANCE']);
  const list = await picket.call<ResponseOf<'GET /locations/{guid}/maintenance'>>(
    'GET',
    `/locations/${location}/maintenance`,
    { as: picket.admin },
  );
  expect(list.body.items).toMatchObject([{ guid: made.body.guid, reason: 'New cooling', suppressedAlerts: 2 }]);

  mailbox.clear();
  picket.clock.pass(600);
  const ended = await picket.call('DELETE', `/locations/${location}/maintenance/${made.body.guid}`, {
    as: picket.admin,
  });
  expect(ended.status).toBe(204);
  await picket.notify();
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual(['Critical: Too hot at Cold store']);
  expect(mailbox.mails[0]?.text).toContain('Suppressed during maintenance');

  mailbox.clear();
  await plan({ endsAt: formatInstant(picket.clock.now() + 600_000) });
  const later = await raise(world, 'Later', 240);
  await picket.notify();
  expect(await deliveryStates(world, later)).toEqual(['RAISED SUPPRESSED MAINTENANCE']);
  picket.clock.pass(601);
  await picket.notify();
  expect(await deliveryStates(world, later)).toEqual(['RAISED SENT']);

  for (const [body, field] of [
    [{ endsAt: formatInstant(picket.clock.now() - 1000) }, 'endsAt'],
    [{ startsAt: formatInstant(until + 5_000_000), endsAt: formatInstant(until + 4_000_000) }, 'endsAt'],
    [{ endsAt: formatInstant(picket.clock.now() + 40 * 86_400_000) }, 'endsAt'],
    [{ endsAt: 'tomorrow' }, 'endsAt'],
  ] as const) {
    const refused = await plan(body);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ name: field }] } });
  }
});

test('an escalation passes the quiet hours of who is named, not of everybody who is to be notified', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const session = await picket.addPerson('VIEWER');
  const { body: lead } = await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', {
    as: session,
  });
  await choosePreferences(world, { quietHours: NIGHTS });
  await choosePreferences(world, { quietHours: NIGHTS }, session);
  const steps = [
    { afterMinutes: 15, audience: { kind: 'NOTIFIED' } },
    { afterMinutes: 30, audience: { kind: 'NAMED', people: [lead.guid], destinations: [] } },
    { afterMinutes: 45, audience: { kind: 'NAMED', people: [lead.guid], destinations: [] } },
  ];
  const saved = await picket.call('PUT', '/notification-rules', {
    as: picket.admin,
    body: {
      acknowledgementTimeoutMinutes: 60,
      chains: [{ name: 'All', minSeverity: 100, locations: 'all', steps, repeatMinutes: null, maxRepeats: 0 }],
    },
  });
  expect(saved.status).toBe(200);
  picket.clock.set(at('2026-03-02T23:30'));
  picket.admin = await picket.signIn(ADMIN);
  await raise(world, 'Lasting', 240);
  await pass(world, 25 * 60, 60);
  expect(mailbox.mails).toEqual([]);
  await pass(world, 10 * 60, 60);
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([lead.email]);
  mailbox.clear();
  // Who was notified is reminded by the next step.
  await pass(world, 15 * 60, 60);
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([lead.email]);
});
