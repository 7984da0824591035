/**
 * Composes messages of what is due: decides about the waiting deliveries of each destination, and groups what is sent.
 *
 * Input: destinations with due deliveries. Output: messages for the outbox, and for each other delivery why it is suppressed or
 * skipped. Invariant: a destination is locked while it is composed for, so no delivery is decided twice at once.
 */
import { partsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkToRootAlerts } from '../../alerts/index.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { lockFreeDestination } from '../deliveries/message-delivery-store.ts';
import { releaseSuccessors } from '../deliveries/requeue-store.ts';
import type { DestinationKey } from '../destinations/destination-health-store.ts';
import { loadAlertSummaries } from '../messages/alert-summary-store.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import { listCaughtUp, requeueCaughtUp } from './backlog-store.ts';
import { listDueDestinations, listOpenDeliveries } from './composing-store.ts';
import { groupDeliveries } from './group-deliveries.ts';
import { loadSituation, toGroupableAlert } from './load-situation.ts';
import { saveDecisions } from './save-decisions.ts';
import type { WaitingDelivery } from './situation.ts';

/** Alerts taken at once for a destination. */
const BATCH_SIZE = 300;
const MAX_DESTINATIONS = 200;
const CONCURRENCY = 4;

/**
 * Composes what is due; returns for how many destinations: not those of which others change all that is due, who wake it afterwards.
 * One that fails keeps no other back. Throws where all fail.
 */
export async function composeMessages(platform: Platform): Promise<number> {
  const now = platform.clock.now();
  const caughtUp = await listCaughtUp(platform.db.console, now);
  for (const part of partsOf(platform.db, caughtUp)) await requeueCaughtUp(platform.db.console, part, now);
  const waiting = [...(await listDueDestinations(platform.db.console, platform.clock.now(), MAX_DESTINATIONS))];
  const failures: unknown[] = [];
  let count = 0;
  let composed = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      try {
        if (await composeFor(platform, next)) count += 1;
        composed += 1;
      } catch (error) {
        failures.push(error);
        platform.log.error({ err: error, ...next }, 'messages for a destination could not be composed');
      }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, waiting.length) }, work));
  if (failures.length > 0 && composed === 0) throw failures[0];
  return count;
}

/** Returns false where others hold all that is due. */
async function composeFor(platform: Platform, { tenant, destination }: DestinationKey): Promise<boolean> {
  const { db, clock } = platform;
  const hasWaitingDeliveries = await db.inSqlTx(async (sql) => {
    if (!(await lockFreeDestination(sql, destination))) return false;
    const now = clock.now();
    const open = await listOpenDeliveries(sql, tenant, destination, now, BATCH_SIZE);
    const [first] = open;
    if (first === undefined) return null;
    const guids = [...new Set(open.map(({ alert }) => alert))];
    const summaries = await loadAlertSummaries(sql, tenant, guids);
    const roots = await linkToRootAlerts(sql, [tenant], guids);
    const recipients = (await listRecipients(sql, [tenant])).get(tenant) ?? [];
    const recipient = recipients.find(({ owner }) => owner === first.owner);
    const route = recipient?.routes.find((one) => one.destination === destination);
    const waiting = open.map((one): WaitingDelivery => ({ ...one, createdAt: one.createdAt.getTime() }));
    const alerts = new Map(
      [...summaries].map(([guid, row]) => [guid, toGroupableAlert(row, roots.get(guid) ?? null, now)]),
    );
    const situation = await loadSituation(sql, {
      tenant,
      destination,
      now,
      alerts,
      summaries,
      recipient,
      route,
      mail: isMailConfigured(platform),
    });
    const decisions = groupDeliveries(waiting, situation);
    await saveDecisions(sql, decisions, { now, summaries, recipient, route, tenant });
    return decisions.suppressed.some(({ reason }) => reason === 'WAITING_FOR_PREDECESSOR');
  });
  // What they wait for may have been delivered before this commit: release them now.
  if (hasWaitingDeliveries === true) await releaseSuccessors(db.console, tenant, destination, clock.now());
  return hasWaitingDeliveries !== null;
}
