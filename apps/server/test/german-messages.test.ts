/** What Picket sends to somebody who reads German: each message as a whole, over its real channel. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import type { Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { jsonOf, openPushBrowser, type Receiver } from '../../../tests/support/receivers.ts';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { ADMIN, add, choosePreferences, openWorld, raise, receiverForTest, type World } from './notification-world.ts';

/** The administrator reads German, in Celsius. */
async function openGermanWorld(options: Parameters<typeof openWorld>[0] = {}): Promise<World> {
  const world = await openWorld(options);
  const { status } = await world.picket.call('PATCH', '/users/my-profile', {
    as: world.picket.admin,
    body: { preferences: { language: 'de', useCelsius: true } },
  });
  expect(status).toBe(200);
  return world;
}

/** Guids and tokens differ from run to run. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(/\/(act|sign-up|reset-password)\/[\w-]+/gu, '/$1/…')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gu, '…')
    .trim();

/** The parts of a mail, subject first. */
const partsOf = ({ subject = '', text = '' }: Email): readonly string[] => [
  subject,
  ...withoutIds(text.replaceAll('\r', '')).split('\n\n'),
];

const lastOf = ({ accepted }: Receiver) => {
  const last = accepted.at(-1);
  if (last === undefined) throw new Error('the receiver got no request');
  return last;
};

const SMALL_PRINT = [
  '-- ',
  'Sie erhalten dies, weil Sie über Alarme von My organization benachrichtigt werden. Worüber, wählen Sie unter Profil, Benachrichtigungen.',
  'Benachrichtigungen einstellen:\nhttps://picket.example/profile/notifications',
];

test('a mail about an alert, with its graph in words', async () => {
  const world = await openGermanWorld();
  const { picket, location, mailbox } = world;
  const device = await picket.addDevice(location, { name: 'Regal 7' });
  await picket.send(device, 'environment_temperature', 35);
  picket.clock.pass(60);
  await picket.send(device, 'environment_temperature', 36);
  await picket.notify();
  const mail = await mailbox.next(ADMIN);
  expect(partsOf(mail)).toEqual([
    'Kritisch: Zu heiß, Cold store',
    'Kritisch: Zu heiß, Cold store',
    '35,0 °C; Grenzwert: über 31,7 °C',
    'Seit Mo., 2. März, 11:00:00 MEZ · Regal 7 · Raumtemperatur',
    'Quittieren oder zurückstellen:\nhttps://picket.example/act/…',
    'In Picket öffnen:\nhttps://picket.example/locations/…/alert/…',
    ...SMALL_PRINT,
  ]);
  expect(mail.html).toContain('<html lang="de-DE">');
  expect(mail.html).toContain('alt="Temperatur von Regal 7, 11:00 bis 11:01: von 35,0 bis 36,0 °C, Grenzwert 31,7 °C"');
});

test('a digest', async () => {
  const world = await openGermanWorld();
  const { picket, location, mailbox } = world;
  const device = await picket.addDevice(location, { name: 'Regal 7' });
  await choosePreferences(world, { digest: { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: 'Europe/Zurich' } });
  await picket.send(device, 'environment_temperature', 21.5);
  await picket.send(device, 'environment_humidity', 40);
  picket.clock.pass(86_400);
  await picket.server.pipeline.notifier.sendDigests();
  await picket.notify();
  expect(partsOf(await mailbox.next(ADMIN, /März/u))).toEqual([
    'My organization: Mo., 2. März',
    [
      'Cold store',
      '0 Alarme; 0 s außerhalb der Grenzwerte; 23 h 55 min ohne Daten',
      'Regal 7, Luftfeuchte: 40,0 % rF bis 40,0 % rF, Mittelwert 40,0 % rF',
      'Regal 7, Temperatur: 21,5 °C bis 21,5 °C, Mittelwert 21,5 °C',
    ].join('\n  '),
    'In Picket öffnen:\nhttps://picket.example/locations',
    ...SMALL_PRINT,
  ]);
});

test('a push, with the words of its buttons, on a clock of twelve hours', async () => {
  const world = await openGermanWorld();
  const { picket } = world;
  await picket.call('PATCH', '/users/my-profile', { as: picket.admin, body: { preferences: { timeFormat: '12h' } } });
  const service = await receiverForTest();
  const browser = openPushBrowser();
  const settings = { endpoint: `${service.url}/push/abc`, keys: browser.keys };
  await add(world, { kind: 'PUSH', name: 'Telefon', settings }, 'mine');
  const { body: mine } = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  await raise(world);
  await picket.notify();
  const push = browser.open<Record<string, unknown>>(lastOf(service), mine.pushKey, service.url);
  expect(push).toEqual({
    key: expect.any(String),
    title: 'Kritisch: Water on the floor, Cold store',
    body: 'Seit Mo., 2. März, 11:00:00 AM MEZ',
    path: expect.stringMatching(/^\/locations\/.*\/alert\//u),
    severity: 'critical',
    language: 'de',
    words: { acknowledge: 'Quittieren', acknowledged: 'Quittiert', open: 'Öffnen' },
    act: expect.any(String),
  });
});

test('a chat of the tenant: in English, unless its preferences say otherwise', async () => {
  const world = await openGermanWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  const { guid } = await add(world, { kind: 'SLACK', name: 'Betrieb', settings: { url: receiver.url } });
  const sendTest = async () => {
    const sent = await picket.call('POST', `/destinations/${guid}/test`, { as: picket.admin });
    expect(sent.status).toBe(200);
    return jsonOf<{ text: string }>(lastOf(receiver)).text;
  };
  expect(await sendTest()).toBe('A test from Picket');
  const preferences = { ...DEFAULT_NOTIFICATIONS, language: 'de' };
  const changed = await picket.call('PATCH', `/destinations/${guid}`, { as: picket.admin, body: { preferences } });
  expect(changed.status).toBe(200);
  expect(await sendTest()).toBe('Ein Test von Picket');
  await raise(world);
  await picket.notify();
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  expect(JSON.parse(withoutIds(JSON.stringify(jsonOf(lastOf(receiver)))))).toEqual({
    text: 'Kritisch: Water on the floor, Cold store',
    blocks: [
      section(':red_circle: *Kritisch: Water on the floor, Cold store*\nSeit Mo., 2. März, 11:00:00 MEZ'),
      section(
        '<https://picket.example/locations/…/alert/…|In Picket öffnen>  ·  <https://picket.example/act/…|Quittieren oder zurückstellen>',
      ),
    ],
  });
});

test('a system alert is stored as facts, and said in the language of who reads it', async () => {
  const disk = async () => ({ free: 5 * 1024 ** 3, total: 100 * 1024 ** 3 });
  const { picket, mailbox } = await openGermanWorld({ probes: { ...HEALTHY_PROBES, disk } });
  await picket.server.pipeline.selfMonitor.runChecks();
  const [alert] = await picket.alerts('&state=OPEN');
  expect(alert).toMatchObject({
    message: 'The disk fills: 5.0 GiB of 100.0 GiB are free',
    problem: { code: 'DISK_FILLS', values: { free: 5 * 1024 ** 3, total: 100 * 1024 ** 3 } },
  });
  await picket.notify();
  const { subject } = await mailbox.next(ADMIN);
  expect(subject).toBe('Kritisch: Der Datenträger wird voll: 5,0 GiB von 100,0 GiB sind frei');
});

test('mails about accounts: to the user in their language, an invitation in that of who invites', async () => {
  const { picket, mailbox } = await openGermanWorld();
  const { body: me } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
  await picket.call('POST', `/users/my-profile/destinations/${me.guid}/test`, { as: picket.admin });
  expect(partsOf(await mailbox.next(ADMIN)).slice(0, 2)).toEqual([
    'Ein Test von Picket',
    'Benachrichtigungen von My organization kommen hier an. Mehr ist nicht zu tun.',
  ]);
  const body = { email: 'ben@acme.example', permissions: [{ role: 'VIEWER' }] };
  await picket.call('POST', '/users', { as: picket.admin, body });
  await picket.deliver();
  expect(partsOf(await mailbox.next('ben@acme.example'))).toEqual([
    'admin@picket.example lädt Sie zu My organization auf Picket ein',
    'admin@picket.example hat Sie zu My organization auf Picket eingeladen.',
    'Wählen Sie zu Beginn ein Passwort. Der Link gilt ein Mal und 7 Tage lang.',
    'Einladung annehmen:\nhttps://picket.example/sign-up/…',
    '-- ',
    'Falls Sie dies nicht erwartet haben, können Sie es ignorieren: Ohne den Link geschieht nichts.',
  ]);
  await picket.call('POST', `/users/${me.guid}/reset-link`, { as: picket.admin });
  await picket.deliver();
  expect(partsOf(await mailbox.next(ADMIN, /Passwort/u))).toEqual([
    'Neues Passwort für Picket wählen',
    'Jemand, hoffentlich Sie, hat für Ihr Konto bei My organization ein neues Passwort angefordert.',
    'Der Link gilt ein Mal und eine Stunde lang. Wenn Sie ihn benutzen, werden Sie überall sonst abgemeldet.',
    'Neues Passwort wählen:\nhttps://picket.example/reset-password/…',
    '-- ',
    'Falls Sie dies nicht erwartet haben, können Sie es ignorieren: Ohne den Link geschieht nichts.',
  ]);
});
