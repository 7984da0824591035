/**
 * Store functions of what composes and sends messages, called with the tenant of another organization: they return nothing of the first
 * one, and change nothing of it. Called with the right one each returns or changes something.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDue, postponeState, rewindStates } from '../src/capabilities/evaluation/monitor-store.ts';
import * as links from '../src/capabilities/notifications/action-links/action-link-store.ts';
import { listBacklogs } from '../src/capabilities/notifications/composing/backlog-store.ts';
import * as composing from '../src/capabilities/notifications/composing/composing-store.ts';
import * as deliveries from '../src/capabilities/notifications/deliveries/delivery-store.ts';
import * as ofMessage from '../src/capabilities/notifications/deliveries/message-delivery-store.ts';
import * as requeue from '../src/capabilities/notifications/deliveries/requeue-store.ts';
import { lockEscalating } from '../src/capabilities/notifications/escalation/escalation-store.ts';
import { loadAlertSummaries } from '../src/capabilities/notifications/messages/alert-summary-store.ts';
import { updateMessage } from '../src/capabilities/notifications/outbox/attempt-store.ts';
import * as messages from '../src/capabilities/notifications/outbox/message-store.ts';
import { rewindWaiting } from '../src/capabilities/notifications/outbox/rewind-store.ts';
import type { Tx } from '../src/platform/db/database.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { AccessWorld } from './access-world.ts';
import { openPicket, type Picket } from './harness.ts';
import { hasEffectOnThings, wallOf } from './tenant-effects.ts';
import { makeThings, type Things } from './tenant-things.ts';

let picket: Picket;
let world: AccessWorld;
let things: Things;
let waiting: Waiting;

const TABLES = ['delivery', 'message', 'monitor_state'];
const HOUR = 3_600_000;

/** A message that waits, and what is delivered of one alert to one destination. */
interface Waiting {
  readonly message: string;
  readonly alert: string;
  readonly destination: string;
  /** It waits, about the end of the alert. */
  readonly cleared: string;
  /** The alert was still open when its end was to be sent. */
  readonly canceled: string;
}

type Call = (tx: Tx, tenant: string, one: Things & { readonly waiting: Waiting }) => Promise<unknown>;

const outcomeOf = (guid: string): composing.DeliveryOutcome => ({
  ...{ guid, state: 'SKIPPED', reason: 'GONE', suppressedFor: null, message: null, dueAt: null },
});

const CALLS: Readonly<Record<string, Call>> = {
  lockDue: async ({ sql }, tenant, { now }) => [
    ...(await lockDue(sql, [tenant], now + HOUR, 'CURRENT', 9)),
    ...(await lockDue(sql, [tenant], now + HOUR, 'HISTORY', 9)),
  ],
  postponeState: ({ sql }, tenant, { sentry, now }) => postponeState(sql, tenant, sentry, now + 365 * 24 * HOUR),
  rewindStates: ({ sql }, tenant) => rewindStates(sql, [tenant], 0),
  rewindWaiting: ({ sql }, tenant) => rewindWaiting(sql, [tenant], 0, 0),
  listLinkedAlerts: ({ sql }, tenant, { open }) => links.listLinkedAlerts(sql, tenant, [open]),
  listBacklogs: async ({ sql }, tenant, { sentry }) =>
    (await listBacklogs(sql, tenant, [sentry], 0, { since: 0, until: 0 })).size,
  listOpenDeliveries: ({ sql }, tenant, { waiting: { destination }, now }) =>
    composing.listOpenDeliveries(sql, tenant, destination, now + HOUR, 9),
  listRaisedStates: async ({ sql }, tenant, { waiting: { destination, alert } }) =>
    (await composing.listRaisedStates(sql, tenant, destination, [alert])).size,
  listFirstStates: async ({ sql }, tenant, { waiting: { destination, alert } }) =>
    (await composing.listFirstStates(sql, tenant, destination, [alert])).size,
  listUnsentAlerts: async ({ sql }, tenant, { waiting: { destination, alert } }) =>
    (await composing.listUnsentAlerts(sql, tenant, destination, [alert])).size,
  notifiedSeverities: async ({ sql }, tenant, { waiting: { destination, alert } }) =>
    (await composing.notifiedSeverities(sql, tenant, destination, [alert])).size,
  recentMessages: async ({ sql }, tenant, { waiting: { destination }, now }) =>
    (await composing.recentMessages(sql, tenant, destination, 0, now + HOUR)).size,
  saveOutcomes: ({ sql }, tenant, { waiting: { cleared }, now }) =>
    composing.saveOutcomes(sql, tenant, [outcomeOf(cleared)], now),
  listDeliveries: async ({ sql }, tenant, { waiting: { alert } }) =>
    (await deliveries.listDeliveries(sql, [tenant], [alert])).length,
  cancelDeliveries: ({ sql }, tenant, { waiting: { cleared }, now }) =>
    deliveries.cancelDeliveries(sql, [tenant], [cleared], 'REOPENED', now),
  reinstateDeliveries: ({ sql }, tenant, { waiting: { canceled }, now }) =>
    deliveries.reinstateDeliveries(sql, [tenant], [canceled], now),
  requeueDeliveries: ({ sql }, tenant, { waiting: { alert } }) => requeue.requeueDeliveries(sql, [tenant], [alert], 0),
  releaseSuccessors: ({ sql }, tenant, { waiting: { destination } }) =>
    requeue.releaseSuccessors(sql, tenant, destination, 0),
  attachClearedDeliveries: ({ sql }, tenant, { waiting: { message } }) =>
    ofMessage.attachClearedDeliveries(sql, tenant, message),
  listMessageDeliveries: async ({ sql }, tenant, { waiting: { message } }) =>
    (await ofMessage.listMessageDeliveries(sql, tenant, message)).length,
  requeueCleared: ({ sql }, tenant, { failed, now }) => ofMessage.requeueCleared(sql, tenant, failed, now),
  isOwnerUnnotified: ({ sql }, tenant, { failed }) => ofMessage.isOwnerUnnotified(sql, tenant, failed),
  updateMessageDeliveries: ({ sql }, tenant, { waiting: { message }, now }) =>
    ofMessage.updateMessageDeliveries(sql, tenant, message, 'FAILED', now),
  lockEscalating: ({ sql }, tenant, { now }) => lockEscalating(sql, [tenant], now + HOUR, 99),
  loadAlertSummaries: async ({ sql }, tenant, { open }) => (await loadAlertSummaries(sql, tenant, [open])).size,
  updateMessage: ({ sql }, tenant, { waiting: { message }, now }) =>
    updateMessage(sql, tenant, message, { state: 'FAILED', problem: 'x', nextAttemptAt: null, at: now }),
  updateContent: ({ sql }, tenant, { waiting: { message } }) =>
    messages.updateContent(sql, tenant, message, {
      ...{ title: 'x', severity: 1 },
      content: {
        ...{ kind: 'ALERTS', language: 'en', useCelsius: true, timeFormat: '24h', tenantName: 'x', at: 0, items: [] },
        digest: null,
      },
    }),
  deleteMessage: async ({ sql }, tenant, { waiting: { message } }) => {
    await sql.query('DELETE FROM delivery_attempt WHERE message_guid = $1::uuid', [message]);
    await messages.deleteMessage(sql, tenant, message);
  },
};

/** Beside the delivery that sends `message`: the end that waits for it, and one of an earlier time that was canceled. */
async function makeWaiting(): Promise<Waiting> {
  const { prisma } = picket.platform.db;
  const message = await world.message('WAITING');
  const now = new Date(picket.clock.now());
  const where = { messageGuid: message, tenantGuid: world.tenant };
  const { guid, ...row } = await prisma.delivery.findFirstOrThrow({ where });
  await prisma.delivery.update({
    where: { tenantGuid_guid: { tenantGuid: world.tenant, guid } },
    data: { state: 'COMPOSED' },
  });
  const dueAt = new Date(now.getTime() + HOUR / 2);
  const of = { ...row, messageGuid: null, change: 'CLEARED', dueAt };
  const cleared = await prisma.delivery.create({
    data: { ...of, guid: newGuid(), state: 'SUPPRESSED', reason: 'CATCHING_UP' },
  });
  const canceled = await prisma.delivery.create({
    data: { ...of, guid: newGuid(), occurrence: 8, state: 'SKIPPED', reason: 'REOPENED', settledAt: now },
  });
  // What waits for a message that is over.
  await prisma.delivery.create({
    data: { ...of, guid: newGuid(), occurrence: 7, state: 'SUPPRESSED', reason: 'WAITING_FOR_PREDECESSOR' },
  });
  await prisma.delivery.create({
    data: { ...of, guid: newGuid(), change: 'RAISED', occurrence: 7, state: 'SENT', settledAt: now },
  });
  const { alertGuid: alert, ownerGuid: destination } = row;
  return { message, alert, destination, cleared: cleared.guid, canceled: canceled.guid };
}

/** What became of the end of an alert whose begin this message was to say. */
async function skipCleared(message: string): Promise<void> {
  const { delivery } = picket.platform.db.prisma;
  const { guid: _, ...raised } = await delivery.findFirstOrThrow({ where: { messageGuid: message } });
  const over = { change: 'CLEARED', state: 'SKIPPED', reason: 'NOT_NOTIFIED', messageGuid: null };
  await delivery.create({ data: { ...raised, ...over, guid: newGuid() } });
}

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  world = new AccessWorld(picket);
  await world.build();
  // While the administrator is signed in: days pass until all is made.
  waiting = await makeWaiting();
  things = await makeThings(world);
  await skipCleared(things.failed);
});
afterAll(() => picket.close());

test.each(Object.entries(CALLS))('%s: an effect in its own organization, none in another one', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things: { ...things, ...waiting }, other: world.neighbor };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, tenant, { ...things, waiting }),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});

test.each(Object.entries(CALLS))('%s: none in the transaction of another organization', async (_, call) => {
  for (const tenant of [world.tenant, world.neighbor]) {
    const scope = { things: { ...things, ...waiting }, other: world.neighbor, wall: wallOf(picket, tenant) };
    const isEffective = await hasEffectOnThings(picket.platform.db, TABLES, scope, (tx) =>
      call(tx, world.tenant, { ...things, waiting }),
    );
    expect(isEffective).toBe(tenant === world.tenant);
  }
});
