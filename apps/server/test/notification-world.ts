/** What the tests of notifications share: a tenant, its receivers, and alerts raised by hand. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS, type NotificationPreferences } from '@picket/domain/notification-preferences';
import { onTestFinished } from 'vitest';
import { type Mailbox, openMailbox } from '../../../tests/support/mailbox.ts';
import { openReceiver, type Receiver } from '../../../tests/support/receivers.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { type Picket, picketForTest, type Session } from './harness.ts';

export const ADMIN = 'admin@picket.example';

export interface World {
  readonly picket: Picket;
  readonly mailbox: Mailbox;
  readonly location: string;
}

/** Picket with a mail server. Receivers on this machine are allowed as they are added. */
export async function openWorld(options: Parameters<typeof picketForTest>[0] = {}): Promise<World> {
  const mailbox = await openMailbox();
  onTestFinished(() => mailbox.close());
  const picket = await picketForTest({
    ...options,
    environment: {
      PICKET_SMTP_URL: mailbox.url,
      PICKET_PUBLIC_URL: 'https://picket.example',
      PICKET_DELIVERY_TIMEOUT: '1',
      ...options.environment,
    },
  });
  return { picket, mailbox, location: await picket.addLocation('Cold store') };
}

export async function receiverForTest(): Promise<Receiver> {
  const receiver = await openReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

/** An alert that lasts until it is resolved. */
export async function raise(
  { picket, location }: World,
  message = 'Water on the floor',
  severity = 400,
  at = location,
): Promise<string> {
  const { body, status } = await picket.call<{ guid: string }>('POST', '/alerts', {
    as: picket.admin,
    body: { location: at, severity, message },
  });
  if (status !== 201) throw new Error(`raising answered ${status} ${JSON.stringify(body)}`);
  return body.guid;
}

export async function end({ picket }: World, alert: string): Promise<void> {
  const { status } = await picket.call('POST', `/alerts/${alert}/resolve`, { as: picket.admin });
  if (status !== 200) throw new Error(`resolving answered ${status}`);
}

export async function detail({ picket }: World, alert: string): Promise<ResponseOf<'GET /alerts/{guid}'>> {
  const ask = () => picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert}`, { as: picket.admin });
  const answer = await ask();
  if (answer.status !== 401) return answer.body;
  // An hour has passed: the session is over.
  picket.admin = await picket.signIn(ADMIN);
  return (await ask()).body;
}

/** States of the deliveries of an alert: "RAISED SENT", "CLEARED SUPPRESSED QUIET_HOURS" … in the order it was due. */
export async function deliveryStates(world: World, alert: string, channel?: string): Promise<readonly string[]> {
  const { deliveries } = await detail(world, alert);
  return deliveries
    .filter((one) => channel === undefined || one.channel === channel)
    .map(({ change, state, reason }) => [change, state, ...(reason === undefined ? [] : [reason])].join(' '));
}

/** Changes notification preferences; what is left out keeps the default. */
export async function choosePreferences(
  { picket }: Pick<World, 'picket'>,
  changes: Partial<NotificationPreferences>,
  as: Session = picket.admin,
): Promise<void> {
  const preferences = { ...DEFAULT_NOTIFICATIONS, ...changes };
  const { status, body } = await picket.call('PUT', '/users/my-profile/notifications', { as, body: { preferences } });
  if (status !== 200) throw new Error(`choosing answered ${status} ${JSON.stringify(body)}`);
}

/** Somebody who reads German and turned notifications off; being named in a chain overrides that. */
export async function addSilencedPerson({ picket }: Pick<World, 'picket'>): Promise<{ guid: string; email: string }> {
  const session = await picket.addPerson('VIEWER');
  const off = { EMAIL: 'off' } as const;
  const matrix = { POLICY: off, DEVICE: off, PERSON: off, WEATHER: off, POLICY_CHANGE: off };
  await choosePreferences({ picket }, { matrix, language: 'de' }, session);
  return (await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', { as: session })).body;
}

/** Lets destinations of the admin's organization lead to a receiver on this machine. */
export async function allow({ picket }: Pick<World, 'picket'>, url: string, forEveryone = false): Promise<void> {
  const { prisma } = picket.platform.db;
  const { guid: tenantGuid } = await prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
  const { hostname: host, port } = new URL(url);
  await prisma.outboundDestination.createMany({
    data: {
      tenantGuid,
      guid: newGuid(),
      host,
      port: Number(port),
      forEveryone,
      createdByName: 'the test',
      createdAt: new Date(picket.clock.now()),
    },
    skipDuplicates: true,
  });
}

const addressIn = (settings: Readonly<Record<string, unknown>>): string =>
  String(settings.url ?? settings.server ?? settings.endpoint);

/** Adds a destination of the organization, or of a person, at a receiver on this machine. */
export async function add(
  { picket }: World,
  body: BodyOf<'POST /destinations'>,
  whose: 'mine' | 'ours' = 'ours',
): Promise<ResponseOf<'POST /destinations'>> {
  await allow({ picket }, addressIn(body.settings));
  const path = whose === 'ours' ? '/destinations' : '/users/my-profile/destinations';
  const made = await picket.call<ResponseOf<'POST /destinations'>>('POST', path, { as: picket.admin, body });
  if (made.status !== 201) throw new Error(`${path} answered ${made.status} ${JSON.stringify(made.body)}`);
  return made.body;
}

/** Time passes, with everything that happens in it. */
export async function pass({ picket }: World, seconds: number, step = 10): Promise<void> {
  const until = picket.clock.now() + seconds * 1000;
  while (picket.clock.now() < until) {
    picket.clock.set(Math.min(until, picket.clock.now() + step * 1000));
    await picket.heartbeat();
    await picket.tick();
    await picket.releaseMutedAlerts();
    await picket.notify();
  }
}
