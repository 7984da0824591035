/** What receivers get of the video of an alert: in the messages about it, and when it arrives. */
import { WEBHOOK_BODIES, WebhookAlert } from '@picket/contracts/document/webhook-events';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import type { Email } from 'postal-mime';
import { beforeEach, expect, test } from 'vitest';
import { jsonOf, openPushBrowser, type Receiver } from '../../../tests/support/receivers.ts';
import { recordNoClip } from '../src/capabilities/clips/index.ts';
import { addCamera, raiseMotion, uploadClip } from './clip-uploads.ts';
import type { Device } from './harness.ts';
import {
  ADMIN,
  add,
  choosePreferences,
  deliveryStates,
  openWorld,
  pass,
  receiverForTest,
} from './notification-world.ts';

/** A picture of 64 x 36, as a sentry makes them. */
const STILL_BASE64 =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgYGBwYHCEhISEhISckJygoKCcnJycoKCgrKyszMzMrKysoKCsrMD' +
  'AzMzc5NzQ0MzQ5OTw8PEhIRUVUVFdnZ3z/xAB7AAEBAQEBAAAAAAAAAAAAAAAEAwUGBwEBAQEAAAAAAAAAAAAAAAAABAYFEAABAwIEBQUBAQEB' +
  'AAAAAAABAgARAxJBITETYYEEUTIzcbFCIhTB4VIRAAECBAUDBQEAAAAAAAAAAAECABEhMQNBcTIEEmGBInKyQ1HBkf/AABEIACQAQAMBIgACEQ' +
  'ADEQD/2gAMAwEAAhEDEQA/APLjuqqFKMBOEAAZkk5Ae70qauqQopBgkBX0i3/1d4xxl1QQd9EXFW2QjQqCTKgOMc+z2wU7G1b+/LanO2+62e9u' +
  'HlweZudyq8ZpiIyB8oBUDGeApQDq6a7aHG4gqJBJiMDxVIQnP6rk88dV1VJYlcGJGSCCCNQYIL109f1qzAqcfGnkO5JTAeOsxsJEIUkqME+Fyp' +
  'TJ9u+fdppmd5JhaiQYH3tVJj/jwFJQRHgj+D7hHLGrwLVpKIpTIRjKU+IMM8KPhdqtdbGdt2qbbYm66bY4zDuk1qBIOUgH6kEYEHMEez7KU/z7' +
  'Nv789mTdbuXWz3tw8uDyKhtHToEU1JKlWkzt3rlNxPDWc+4d0neXlmBKqkajMAR56jI0oR1ekm2EEFJIMIxGBMuNBPv2c6NfqCv8KzAJ0TAEak' +
  'kQOb3v6esutuzi7SnEd5iI4y8yiZ30mFqUUmAfO1RKrSP8z7PoJTs7Vv68tuc7b7rZ724a8GC5ubgViZgVNCI8qiQpQDqw37CL6uVzyIRIqnGB' +
  'PgIgzNanJ+cVvUPL4ckYutb1Dy+HJGLKNIyD0t58vqPubk6tzCnVuZVObt07vjmpGLK1IxdwaNSNQbk6trEnVtYCxbjWMv0slb1Dy+HJGLrW9Q' +
  '8vhyRi8AaRkHT7z5fUfc3J1bmFOrcyqc3bp3fHNSMWVqRi7g0akag3J1bWJOrawFi3GsZfpf8A/9k=';

const EVENING = Date.UTC(2026, 2, 2, 20);

interface Sent {
  readonly type: keyof typeof WEBHOOK_BODIES;
  readonly data: {
    readonly alert: string;
    readonly kind: string;
    readonly occurrence: number;
    readonly video?: {
      readonly state: string;
      readonly reason?: string;
      readonly clips: readonly {
        readonly clip: string;
        readonly url: string;
        readonly stillUrl?: string;
        readonly expiresAt: string;
      }[];
    };
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
let device: Device;
let receiver: Receiver;

const sentTo = ({ accepted }: Receiver): Sent[] => accepted.map((one) => jsonOf<Sent>(one));

beforeEach(async () => {
  const opened = await openWorld({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  opened.picket.clock.set(EVENING);
  opened.picket.admin = await opened.picket.signIn(ADMIN);
  world = { ...opened, location: await opened.picket.addLocation('Server room') };
  device = await world.picket.addDevice(world.location);
  await addCamera(world.picket, device);
  receiver = await receiverForTest();
  await addWebhook(receiver.url);
});

/** Motion is of severity info, of which nobody is notified by default. */
async function addWebhook(url: string): Promise<void> {
  const { guid } = await add(world, { kind: 'WEBHOOK', name: 'Ticket system', settings: { url } });
  const matrix = { ...DEFAULT_NOTIFICATIONS.matrix, POLICY: { WEBHOOK: 'everything' } };
  const preferences = { ...DEFAULT_NOTIFICATIONS, matrix };
  const { status } = await world.picket.call('PATCH', `/destinations/${guid}`, {
    as: world.picket.admin,
    body: { preferences },
  });
  expect(status).toBe(200);
}

async function fetchLink(url: string): Promise<number> {
  const { pathname, search } = new URL(url);
  const response = await world.picket.server.app.inject({ method: 'GET', url: `${pathname}${search}` });
  return response.statusCode;
}

test('a webhook gets an update once for each clip, with links, after the message that the alert was raised', async () => {
  const { picket } = world;
  const alert = await raiseMotion(picket, device);
  // The first clip is ready before the first message is sent: it waits for nothing.
  receiver.respondWith(() => (receiver.requests.length < 2 ? 'REFUSE' : 'ACCEPT'));
  await picket.notify();
  const { guid: first } = await uploadClip(picket, device, { recording: alert });
  await pass(world, 60);
  picket.clock.pass(30);
  const { guid: second } = await uploadClip(picket, device, { recording: alert }, { seconds: 3, bytesPerPicture: 200 });
  await pass(world, 60);

  const sent = sentTo(receiver);
  expect(sent.map(({ type, data }) => [type, data.occurrence])).toEqual([
    ['alert.raised', 1],
    ['alert.updated', 1],
    ['alert.updated', 2],
  ]);
  for (const body of sent) {
    expect(WEBHOOK_BODIES[body.type].parse(body), 'the documented form').toBeTruthy();
    expect(Object.keys(WebhookAlert.shape)).toEqual(expect.arrayContaining(Object.keys(body.data)));
  }
  expect(sent[1]?.data).toMatchObject({
    kind: 'POLICY_ALERT_WITH_SIGNED_VIDEO_URL',
    video: { state: 'READY', clips: [{ clip: first }] },
  });
  expect(sent[2]?.data.video?.clips.map(({ clip }) => clip).sort()).toEqual([first, second].sort());
  const [link] = sent[2]?.data.video?.clips ?? [];
  expect(await fetchLink(link?.url ?? '')).toBe(200);
  expect(await fetchLink(link?.stillUrl ?? '')).toBe(200);
  expect(Date.parse(link?.expiresAt ?? '') - picket.clock.now()).toBeGreaterThan(86_000_000);
  // Nothing of it is sent again, and a change of another kind makes no update.
  picket.admin = await picket.signIn(ADMIN);
  await picket.call('POST', `/alerts/${alert}/resolve`, { as: picket.admin });
  await pass(world, 60);
  const about = sentTo(receiver).filter(({ data }) => data.alert === alert);
  expect(about.map(({ type }) => type)).toEqual(['alert.raised', 'alert.updated', 'alert.updated', 'alert.cleared']);
  picket.clock.pass(86_400);
  expect(await fetchLink(link?.url ?? '')).toBe(403);
});

test('links that were revoked, and those of a deleted clip, open nothing', async () => {
  const { picket } = world;
  const alert = await raiseMotion(picket, device);
  await picket.notify();
  const { guid } = await uploadClip(picket, device, { recording: alert });
  await pass(world, 10);
  const url = sentTo(receiver)[1]?.data.video?.clips[0]?.url ?? '';
  await picket.call('DELETE', `/clips/${guid}/links`, { as: picket.admin });
  expect(await fetchLink(url)).toBe(403);
  await picket.call('DELETE', `/clips/${guid}`, { as: picket.admin });
  expect(await fetchLink(url)).toBe(410);
});

test('video that will not come is one update; what was never expected is said in the first message', async () => {
  const { picket, location } = world;
  const alert = await raiseMotion(picket, device);
  await picket.notify();
  const { tenantGuid: tenant } = await picket.platform.db.prisma.location.findFirstOrThrow({
    where: { guid: location },
  });
  const { ports } = picket.server.pipeline.clips;
  await recordNoClip(picket.platform, ports, { tenant, guid: device.sentry }, alert, 'FAILED');
  await recordNoClip(picket.platform, ports, { tenant, guid: device.sentry }, alert, 'FAILED');
  await pass(world, 60);
  expect(sentTo(receiver).map(({ type, data }) => [type, data.kind, data.video])).toEqual([
    ['alert.raised', 'POLICY_ALERT_WITH_READINGS', { state: 'EXPECTED', clips: [] }],
    ['alert.updated', 'POLICY_ALERT_WITH_READINGS', { state: 'MISSING', reason: 'FAILED', clips: [] }],
  ]);
  await raiseMotion(picket, await picket.addDevice(location));
  await pass(world, 60);
  expect(sentTo(receiver).slice(2)).toMatchObject([
    { type: 'alert.raised', data: { video: { state: 'MISSING', reason: 'NO_CAMERA', clips: [] } } },
  ]);
});

test('who was not notified of the alert gets no update', async () => {
  const { picket } = world;
  const alert = await raiseMotion(picket, device);
  await picket.notify();
  const late = await receiverForTest();
  await addWebhook(late.url);
  await uploadClip(picket, device, { recording: alert });
  await pass(world, 60);
  expect(sentTo(receiver).map(({ type }) => type)).toEqual(['alert.raised', 'alert.updated']);
  expect(late.requests).toEqual([]);
  expect(await deliveryStates(world, alert, 'WEBHOOK')).toEqual(['RAISED SENT', 'UPDATED SENT']);
});

const JPEG = Buffer.from(STILL_BASE64, 'base64');

/** Everything is mailed to the administrator, and pushed to a phone. */
async function choosePeople(pictureWaitSeconds: number | null = null): Promise<void> {
  const row = { EMAIL: 'everything', PUSH: 'everything' } as const;
  const matrix = { ...DEFAULT_NOTIFICATIONS.matrix, POLICY: row };
  await choosePreferences(world, { matrix, pictureWaitSeconds });
}

const attachmentsOf = ({ attachments }: Email): readonly string[] => attachments.map(({ filename }) => filename ?? '');

test('a mail waits for the picture as long as its reader chose, and shows it with a link that expires', async () => {
  const { picket, mailbox } = world;
  await choosePeople(20);
  const alert = await raiseMotion(picket, device);
  await picket.notify();
  expect(mailbox.mails).toHaveLength(0);
  expect(await deliveryStates(world, alert, 'EMAIL')).toEqual(['RAISED SUPPRESSED AWAITING_PICTURE']);
  picket.clock.pass(5);
  await uploadClip(picket, device, { recording: alert }, undefined, JPEG);
  await picket.notify();
  const mail = await mailbox.next(ADMIN);
  expect(attachmentsOf(mail)).toContain('readings.png');
  expect(mail.html).toContain('Video of');
  const [link] = /https:[^"]*[/]play[^"]*/u.exec(mail.html ?? '') ?? [];
  expect(await fetchLink((link ?? '').replaceAll('&amp;', '&'))).toBe(200);
  expect(mail.text).toContain('Watch the video from');
});

test('without a wait, and when the wait is over, the mail is sent without the picture', async () => {
  const { picket, mailbox } = world;
  await choosePeople();
  await raiseMotion(picket, device);
  await picket.notify();
  expect((await mailbox.next(ADMIN)).html).not.toContain('Video of');
  await choosePeople(20);
  const other = await picket.addDevice(world.location);
  await addCamera(picket, other);
  picket.clock.pass(60);
  await raiseMotion(picket, other);
  await picket.notify();
  expect(mailbox.mails).toHaveLength(0);
  await pass(world, 30);
  expect((await mailbox.next(ADMIN)).html).not.toContain('Video of');
});

test('who chose nothing waits as long as the organization says, which is not at all at first', async () => {
  const { picket, mailbox } = world;
  await choosePeople();
  const retention = { keepDays: 30, maxBytes: 50_000_000_000, pictureWaitSeconds: 30 };
  await picket.call('PUT', '/video-retention', { as: picket.admin, body: retention });
  await raiseMotion(picket, device);
  await picket.notify();
  expect(mailbox.mails).toHaveLength(0);
  await choosePeople(0);
  await picket.notify();
  expect(mailbox.mails).toHaveLength(1);
});

test('a push is sent at once; its picture follows in its place where pictures may be clear', async () => {
  const { picket } = world;
  await choosePeople(20);
  const service = await receiverForTest();
  const browser = openPushBrowser();
  const settings = { endpoint: `${service.url}/send/abc`, keys: browser.keys };
  await add(world, { kind: 'PUSH', name: 'This phone', settings }, 'mine');
  const mine = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  const opened = () =>
    service.accepted.map((push) => browser.open<Record<string, unknown>>(push, mine.body.pushKey, service.url));
  const first = await raiseMotion(picket, device);
  await picket.notify();
  expect(opened()).toHaveLength(1);
  await uploadClip(picket, device, { recording: first }, undefined, JPEG);
  await pass(world, 60);
  expect(opened(), 'the organization wants no clear pictures in messages').toHaveLength(1);

  const retention = { keepDays: 30, maxBytes: 50_000_000_000, clearPictures: true };
  await picket.call('PUT', '/video-retention', { as: picket.admin, body: retention });
  const other = await picket.addDevice(world.location);
  await addCamera(picket, other);
  const second = await raiseMotion(picket, other);
  await pass(world, 30);
  await uploadClip(picket, other, { recording: second }, { seconds: 3, bytesPerPicture: 200 }, JPEG);
  await pass(world, 30);
  const [, raised, updated] = opened();
  expect(opened()).toHaveLength(3);
  expect(updated).toMatchObject({ key: raised?.key, image: expect.stringContaining('/still?') });
  expect(raised).not.toHaveProperty('image');
});
