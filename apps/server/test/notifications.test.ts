/** Notifications: who is notified of what, on which channel, in which order, and what is recorded. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { describe, expect, test } from 'vitest';
import { ADMIN, choosePreferences, deliveryStates, detail, end, openWorld, pass, raise } from './notification-world.ts';

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
});
