/** Groups of alerts and digests that are longer than a receiver takes: it gets the beginning, and the number of what is left out. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { type Behavior, jsonOf, openPushBrowser, type Received } from '../../../tests/support/receivers.ts';
import { insertMessages } from '../src/capabilities/notifications/outbox/message-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { add, openWorld, raise, receiverForTest, type World } from './notification-world.ts';

type Kind = BodyOf<'POST /destinations'>['kind'];
interface SlackBody {
  readonly blocks: readonly { readonly text: { readonly text: string } }[];
}

/** What the services refuse; their documentation has the numbers. */
const REFUSES: Readonly<Record<'SLACK' | 'TEAMS' | 'NTFY' | 'PUSH', (request: Received) => boolean>> = {
  SLACK: (request) => {
    const { blocks } = jsonOf<SlackBody>(request);
    return (
      blocks.length > 50 || blocks.some(({ text }) => text.text.length > 3000) || JSON.stringify(blocks).length > 13_000
    );
  },
  TEAMS: ({ body }) => body.length > 28 * 1024,
  NTFY: (request) =>
    request.body.length > 8192 || Buffer.byteLength(jsonOf<{ message: string }>(request).message) >= 4096,
  PUSH: ({ body }) => body.length > 4096,
};
const KINDS = ['SLACK', 'TEAMS', 'NTFY', 'PUSH'] as const;

async function addStrict(world: World, kind: (typeof KINDS)[number]) {
  const receiver = await receiverForTest();
  receiver.respondWith((request): Behavior => (REFUSES[kind](request) ? 'BAD' : 'ACCEPT'));
  const browser = openPushBrowser();
  const settings: Readonly<Record<string, object>> = {
    NTFY: { server: receiver.url, topic: 'alarms' },
    PUSH: { endpoint: `${receiver.url}/push`, keys: browser.keys },
  };
  const body = { kind, name: kind, settings: settings[kind] ?? { url: receiver.url } } as { kind: Kind };
  const whose = kind === 'PUSH' ? 'mine' : 'ours';
  const made = await add(world, body as BodyOf<'POST /destinations'>, whose);
  const { body: mine } = await world.picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: world.picket.admin },
  );
  const textOf = (request: Received): string =>
    kind === 'PUSH' ? JSON.stringify(browser.open(request, mine.pushKey, receiver.url)) : request.body.toString('utf8');
  return { receiver, textOf, destination: made.guid };
}

test.each(KINDS)('%s: a group of many long alerts', async (kind) => {
  const world = await openWorld();
  const { receiver, textOf } = await addStrict(world, kind);
  for (let count = 0; count < 14; count += 1)
    await raise(world, `${'"温度" \\ & <*>'.repeat(36)} ${count}`.slice(0, 400), 240);
  await world.picket.notify();
  expect([receiver.requests.length, receiver.accepted.length]).toEqual([1, 1]);
  const [group] = receiver.accepted.map(textOf);
  expect(group).toContain('14 alerts');
  expect(group).toMatch(/and \d+ more/u);
});

test.each(KINDS)('%s: a digest of 60 locations with a dozen series each', async (kind) => {
  const world = await openWorld();
  const { picket } = world;
  const { receiver, textOf, destination } = await addStrict(world, kind);
  const { guid: tenant } = await picket.platform.db.prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
  const { body: me } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
  const series = Array.from({ length: 12 }, (_, place) => ({
    sentry: `Shelf ${place}, at the back on the left`,
    sensorMetricId: 'environment_temperature',
    column: 'value',
    ...{ min: 1, max: 2, mean: 1.5 },
  }));
  const locations = Array.from({ length: 60 }, (_, place) => ({
    guid: newGuid(),
    name: `Kühlraum ${place}`,
    timezone: 'UTC',
    ...{ alerts: 0, stillOpen: 0, outSeconds: 0, gapSeconds: 0, series },
  }));
  const now = picket.clock.now();
  await insertMessages(
    picket.platform.db.console,
    [
      {
        guid: newGuid(),
        ...{ tenant, owner: kind === 'PUSH' ? me.guid : destination, ownerName: kind, destination, channel: kind },
        ...{ kind: 'DIGEST', location: null, severity: -1, title: 'Digest' },
        content: {
          ...{ kind: 'DIGEST', language: 'de', useCelsius: true, timeFormat: 'auto', tenantName: 'Acme', at: now },
          items: [],
          digest: { from: now - 86_400_000, to: now, timezone: 'UTC', locations, moreLocations: 20 },
        },
      },
    ],
    now,
  );
  await picket.notify();
  expect([receiver.requests.length, receiver.accepted.length]).toEqual([1, 1]);
  const [digest] = receiver.accepted.map(textOf);
  expect(digest).toContain('Kühlraum 0');
  const shown = digest?.match(/Kühlraum \d+/gu)?.length ?? 0;
  expect(digest).toContain(`und ${80 - shown} weitere Standorte`);
});
