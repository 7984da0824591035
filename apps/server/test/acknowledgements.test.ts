/** Acknowledgements that expire, snoozing, escalation with repeats, and links in messages. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, test } from 'vitest';
import { linkToken } from '../src/capabilities/notifications/index.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import {
  ADMIN,
  add,
  addSilencedPerson,
  deliveryStates,
  detail,
  openWorld,
  pass,
  raise,
  receiverForTest,
} from './notification-world.ts';

type World = Awaited<ReturnType<typeof openWorld>>;
const rules = ({ picket }: World, body: object) =>
  picket.call('PUT', '/notification-rules', { as: picket.admin, body });
const subjects = ({ mailbox }: World) => mailbox.mails.map(({ subject }) => subject);

test('without an acknowledgement the chain continues, and repeats say how long the alert has lasted and which notification it is', async () => {
  const world = await openWorld();
  const { mailbox } = world;
  const boss = await addSilencedPerson(world);
  const saved = await rules(world, {
    acknowledgementTimeoutMinutes: 60,
    chains: [
      {
        name: 'All',
        minSeverity: 100,
        locations: 'all',
        steps: [
          { afterMinutes: 20, audience: { kind: 'NOTIFIED' } },
          { afterMinutes: 200, audience: { kind: 'NAMED', people: [boss.guid], destinations: [] } },
        ],
        repeatMinutes: 60,
        maxRepeats: 2,
      },
    ],
  });
  expect(saved.status).toBe(200);
  const alert = await raise(world, 'Water', 400);
  await pass(world, 60);
  expect(subjects(world)).toEqual(['Critical: Water at Cold store']);
  await pass(world, 20 * 60, 60);
  expect(subjects(world)[1]).toMatch(/^Still on, 2[01] min, second notification: Water at Cold store$/u);
  mailbox.clear();
  await pass(world, 180 * 60, 300);
  // The third notification goes to the boss, who is notified for the first time, in German.
  expect(mailbox.mails.map((mail) => [mail.to?.[0]?.address, mail.subject])).toEqual([
    [boss.email, 'Kritisch: Water, Cold store'],
  ]);
  mailbox.clear();
  await pass(world, 3600, 300);
  expect(subjects(world).sort()).toEqual([
    expect.stringMatching(/^Noch offen, 4 h 2[01] min, 4\. Benachrichtigung: Water/u),
    expect.stringMatching(/^Still on, 4 h 2[01] min, fourth notification: Water/u),
  ]);
  await pass(world, 4 * 3600, 300);
  const reminders = (await deliveryStates(world, alert, 'EMAIL')).filter((one) => one.startsWith('REMINDER'));
  expect(reminders.length).toBe(1 + 2 * 2);
  const { timeline } = await detail(world, alert);
  expect(
    timeline.filter(({ code }) => code === 'ESCALATED').map(({ detail: { notification } }) => notification),
  ).toEqual([2, 3, 4, 5]);
});

test('the default chain: again after 20 min, administrators after an hour', async () => {
  const world = await openWorld();
  await raise(world, 'Water', 400);
  await pass(world, 3900, 60);
  expect(subjects(world)).toEqual([
    'Critical: Water at Cold store',
    expect.stringMatching(/^Still on, 2[01] min, second notification: Water at Cold store$/u),
    expect.stringMatching(/^Still on, 1 h( 1 min)?, third notification: Water at Cold store$/u),
  ]);
});

test('acknowledging assigns the alert and stops notifications; without activity it expires, and everybody is notified again', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  await rules(world, {
    acknowledgementTimeoutMinutes: 30,
    chains: [
      {
        name: 'All',
        minSeverity: 100,
        locations: 'all',
        steps: [{ afterMinutes: 10, audience: { kind: 'NOTIFIED' } }],
        repeatMinutes: null,
        maxRepeats: 0,
      },
    ],
  });
  const alert = await raise(world, 'Water', 400);
  await pass(world, 60);
  const taken = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('POST', `/alerts/${alert}/acknowledge`, {
    as: picket.admin,
  });
  expect(taken.body.acknowledged).toEqual({
    by: ADMIN,
    at: formatInstant(picket.clock.now()),
    until: formatInstant(picket.clock.now() + 1_800_000),
  });
  mailbox.clear();
  await pass(world, 1200, 120);
  expect(subjects(world)).toEqual([]);
  // Activity extends the acknowledgement by as long again.
  await picket.call('POST', `/alerts/${alert}/comments`, { as: picket.admin, body: { text: 'On my way' } });
  await pass(world, 1500, 150);
  expect((await detail(world, alert)).acknowledged).toBeDefined();
  await pass(world, 360, 30);
  const lapsed = await detail(world, alert);
  expect(lapsed.acknowledged).toBeUndefined();
  expect(lapsed.timeline.map(({ code }) => code)).toContain('ACKNOWLEDGEMENT_EXPIRED');
  expect(subjects(world)).toEqual([expect.stringMatching(/^Still on, 5[12] min, second notification: Water/u)]);
});

test('removing the acknowledgement: no assignee any more, escalation goes on, audited, and done twice it changes nothing', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const alert = await raise(world, 'Water', 400);
  await pass(world, 60);
  const act = (path: string, as = picket.admin) =>
    picket.call<ResponseOf<'POST /alerts/{guid}/unacknowledge'>>('POST', `/alerts/${alert}/${path}`, { as });
  await act('acknowledge');
  mailbox.clear();
  await pass(world, 1500, 150);
  expect(subjects(world)).toEqual([]);
  // Who may acknowledge it may remove it, also that of somebody else.
  const viewer = await picket.addPerson('VIEWER', world.location);
  const removed = await act('unacknowledge', viewer);
  expect(removed.status).toBe(200);
  expect(removed.body.acknowledged).toBeUndefined();
  expect((await act('unacknowledge')).body.last_update_ts).toBe(removed.body.last_update_ts);
  const { timeline } = await detail(world, alert);
  expect(timeline.filter(({ code }) => code === 'UNACKNOWLEDGED')).toHaveLength(1);
  const log = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?action=ALERT_UNACKNOWLEDGED', {
    as: picket.admin,
  });
  expect(log.body.items).toMatchObject([{ target: { kind: 'alert', guid: alert }, before: { by: ADMIN } }]);
  await pass(world, 60, 30);
  expect(subjects(world)).toEqual([expect.stringMatching(/^Still on, 2\d min, second notification: Water/u)]);
  // It can be acknowledged again.
  expect((await act('acknowledge')).body.acknowledged?.by).toBe(ADMIN);
});

test('a snooze stops notifications for everybody; when it ends, the recipients are notified again', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const alert = await raise(world, 'Water', 400);
  await pass(world, 60);
  mailbox.clear();
  const snooze = (until: number) =>
    picket.call<ResponseOf<'POST /alerts/{guid}/snooze'>>('POST', `/alerts/${alert}/snooze`, {
      as: picket.admin,
      body: { until: formatInstant(until) },
    });
  const until = picket.clock.now() + 2 * 3_600_000;
  expect((await snooze(until)).body.snoozed).toEqual({ by: ADMIN, until: formatInstant(until) });
  await pass(world, 7100, 300);
  expect(subjects(world)).toEqual([]);
  await pass(world, 200, 20);
  expect(subjects(world)).toEqual([expect.stringMatching(/^Still on, 2 h 1 min, second notification: Water/u)]);
  picket.admin = await picket.signIn(ADMIN);
  for (const wrong of [picket.clock.now() - 1000, picket.clock.now() + 8 * 86_400_000])
    expect((await snooze(wrong)).status).toBe(400);
});

test('a comment or a verdict does not shorten an acknowledgement that a snooze has extended', async () => {
  const world = await openWorld();
  const { picket } = world;
  const alert = await raise(world, 'Water', 400);
  const saved = await rules(world, { acknowledgementTimeoutMinutes: 30, chains: [] });
  expect(saved.status).toBe(200);
  const post = (path: string, body?: object) =>
    picket.call('POST', `/alerts/${alert}/${path}`, { as: picket.admin, ...(body === undefined ? {} : { body }) });
  const until = formatInstant(picket.clock.now() + 3 * 3_600_000);
  for (const answer of [
    await post('acknowledge'),
    await post('snooze', { until }),
    await post('comments', { text: 'On my way' }),
    await post('verdict', { verdict: 'REAL' }),
  ])
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  await pass(world, 3600, 600);
  picket.admin = await picket.signIn(ADMIN);
  expect((await detail(world, alert)).acknowledged?.by).toBe(ADMIN);
  await pass(world, 7300, 600);
  picket.admin = await picket.signIn(ADMIN);
  expect((await detail(world, alert)).acknowledged).toBeUndefined();
});

describe('links in messages', () => {
  const linkIn = (text = ''): string => /\/act\/([\w-]+)/u.exec(text)?.[1] ?? '';

  test('opening a link shows the alert, pressing a button acts once, without signing in', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    const alert = await raise(world);
    await picket.notify();
    const token = linkIn((await mailbox.next(ADMIN)).text);
    for (const _ of [1, 2, 3]) {
      const seen = await picket.call<ResponseOf<'GET /links/{token}'>>('GET', `/links/${token}`);
      expect(seen).toMatchObject({
        status: 200,
        body: {
          to: ADMIN,
          alerts: [{ guid: alert, state: 'OPEN' }],
          actions: ['ACKNOWLEDGE', 'SNOOZE_30', 'SNOOZE_120'],
        },
      });
    }
    // A mail scanner has opened it three times: nothing changed.
    expect((await detail(world, alert)).acknowledged).toBeUndefined();
    const pressed = await picket.call('POST', `/links/${token}`, { body: { action: 'ACKNOWLEDGE' } });
    expect(pressed).toMatchObject({ status: 200, body: { actions: [], used: { action: 'ACKNOWLEDGE', by: ADMIN } } });
    expect((await detail(world, alert)).acknowledged?.by).toBe(ADMIN);
    const again = await picket.call('POST', `/links/${token}`, { body: { action: 'SNOOZE_30' } });
    expect(again).toMatchObject({ status: 410, body: { code: 'tokenUsed' } });
    expect((await detail(world, alert)).snoozed).toBeUndefined();
    const log = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit', { as: picket.admin });
    expect(log.body.items.slice(0, 2).map(({ action }) => action)).toEqual(['LINK_REFUSED', 'ALERT_ACKNOWLEDGED']);
  });

  test('a press on what somebody has acknowledged meanwhile is not logged as an acknowledgement', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    const alert = await raise(world);
    await picket.notify();
    const token = linkIn((await mailbox.next(ADMIN)).text);
    await picket.call('POST', `/alerts/${alert}/acknowledge`, { as: picket.admin });
    expect((await picket.call('POST', `/links/${token}`, { body: { action: 'ACKNOWLEDGE' } })).status).toBe(200);
    const path = '/audit?action=ALERT_ACKNOWLEDGED';
    const log = await picket.call<ResponseOf<'GET /audit'>>('GET', path, { as: picket.admin });
    expect(log.body.items.map(({ actor }) => actor.name)).toEqual([ADMIN]);
  });

  test('of concurrent presses one acts', async () => {
    const world = await openWorld();
    const { picket, mailbox } = world;
    await raise(world);
    await picket.notify();
    const token = linkIn((await mailbox.next(ADMIN)).text);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => picket.call('POST', `/links/${token}`, { body: { action: 'ACKNOWLEDGE' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 410)]);
  });

  test('an altered, foreign, expired or revoked link is refused and logged, and changes nothing', async () => {
    const world = await openWorld();
    const { picket, mailbox, location } = world;
    const alert = await raise(world);
    await picket.notify();
    const token = linkIn((await mailbox.next(ADMIN)).text);
    const altered = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `B${token.slice(1)}`,
      `${token}A`,
      token.slice(0, 40),
      linkToken({ links: Buffer.alloc(32) }, newGuid(), picket.clock.now() + 1_000_000),
      'x',
    ];
    for (const wrong of altered)
      for (const method of ['GET', 'POST'] as const) {
        const body = method === 'POST' ? { action: 'ACKNOWLEDGE' } : undefined;
        expect((await picket.call(method, `/links/${wrong}`, { body })).status).toBe(404);
      }
    expect((await picket.call('POST', `/links/${token}`, { body: { action: 'RESOLVE' } })).status).toBe(400);

    // A person without access to the location acts on nothing.
    const viewer = await picket.addPerson('VIEWER', location);
    const { body: me } = await picket.call<{ guid: string; email: string }>('GET', '/users/my-profile', { as: viewer });
    const second = await raise(world, 'Second', 400);
    await pass(world, 20);
    const theirs = linkIn((await mailbox.next(me.email)).text);
    await picket.platform.db.prisma.permission.deleteMany({ where: { userGuid: me.guid } });
    const acted = await picket.call('POST', `/links/${theirs}`, { body: { action: 'ACKNOWLEDGE' } });
    expect(acted).toMatchObject({ status: 200, body: { alerts: [] } });
    expect((await detail(world, second)).acknowledged).toBeUndefined();

    picket.clock.pass(8 * 86_400);
    expect((await picket.call('GET', `/links/${token}`)).status).toBe(410);
    expect((await picket.call('POST', `/links/${token}`, { body: { action: 'ACKNOWLEDGE' } })).status).toBe(410);
    picket.admin = await picket.signIn(ADMIN);
    expect((await detail(world, alert)).acknowledged).toBeUndefined();
    const log = await picket.call<ResponseOf<'GET /audit'>>('GET', '/audit?action=LINK_REFUSED', { as: picket.admin });
    // Opening it is not audited: anybody who has it could fill the log.
    expect(log.body.items.length).toBe(1);
  });

  test('a press in a channel of the organization is attributed to the channel', async () => {
    const world = await openWorld();
    const { picket } = world;
    const receiver = await receiverForTest();
    await add(world, { kind: 'SLACK', name: 'Operations', settings: { url: receiver.url } });
    const alert = await raise(world);
    await picket.notify();
    const token = linkIn(receiver.accepted[0]?.body.toString());
    await picket.call('POST', `/links/${token}`, { body: { action: 'SNOOZE_120' } });
    expect((await detail(world, alert)).snoozed).toEqual({
      by: 'Somebody at Operations',
      until: formatInstant(picket.clock.now() + 7_200_000),
    });
  });
});

test('rules accept only people and destinations of the same organization', async () => {
  const world = await openWorld();
  const { picket } = world;
  const other = await picket.addTenant('Other');
  const { body: foreign } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: other.admin });
  const chain = (audience: object) => ({
    acknowledgementTimeoutMinutes: 60,
    chains: [
      {
        name: 'All',
        minSeverity: 100,
        locations: 'all',
        steps: [{ afterMinutes: 10, audience }],
        repeatMinutes: null,
        maxRepeats: 0,
      },
    ],
  });
  for (const audience of [
    { kind: 'NAMED', people: [foreign.guid], destinations: [] },
    { kind: 'NAMED', people: [], destinations: [newGuid()] },
    { kind: 'NAMED', people: [], destinations: [] },
  ])
    expect((await rules(world, chain(audience))).status).toBe(400);
});
