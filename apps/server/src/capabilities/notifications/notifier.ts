/** The notification service: composes and delivers when something was committed, and once a second by itself. */

import { every } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import { composeMessages } from './composing/compose-messages.ts';
import { sendDigests } from './digests/send-digests.ts';
import { escalateDueAlerts } from './escalation/escalate-alerts.ts';
import { scheduleReminders } from './escalation/escalation-store.ts';
import type { OutboxPorts } from './outbox/attempt-message.ts';
import { Deliverer } from './outbox/deliver-messages.ts';

export interface Notifier {
  /** Composes and delivers until nothing is due; returns how many messages were tried. */
  run(): Promise<number>;
  /** Escalates alerts nobody acknowledged. */
  escalate(): Promise<number>;
  sendDigests(): Promise<number>;
  /** Runs on every wake-up, until stopped; `stop` waits for running attempts. */
  start(): { stop(): Promise<void> };
  readonly remind: typeof scheduleReminders;
}

const POLL_INTERVAL_MS = 1000;
const DEBOUNCE_MS = 150;

export function createNotifier(platform: Platform, ports: OutboxPorts): Notifier {
  const deliverer = new Deliverer(platform, ports);
  return {
    run: () => runUntilIdle(platform, deliverer),
    escalate: () => escalateDueAlerts(platform),
    sendDigests: () => sendDigests(platform),
    start: () => startLoops(platform, deliverer),
    remind: scheduleReminders,
  };
}

async function runUntilIdle(platform: Platform, deliverer: Deliverer): Promise<number> {
  let attempted = 0;
  for (;;) {
    const composed = await composeMessages(platform);
    const delivered = await deliverer.deliver();
    attempted += delivered;
    if (composed === 0 && delivered === 0) return attempted;
  }
}

/** One loop composes, one delivers; each wakes the other where it has made work for it. */
function startLoops(platform: Platform, deliverer: Deliverer): { stop(): Promise<void> } {
  const composing = every(POLL_INTERVAL_MS, 'composing messages', platform.log, async () => {
    const count = await composeMessages(platform);
    if (count > 0) delivering.wake();
    return count > 0;
  });
  // A receiver that is slow keeps nobody else waiting: what is due is begun, not waited for.
  const delivering = every(
    POLL_INTERVAL_MS,
    'delivering messages',
    platform.log,
    async () => (await deliverer.begin()) > 0,
  );
  const stopCapacity = deliverer.onCapacity(() => {
    delivering.wake();
    // What was delivered may let a CLEARED go that waited for it.
    composing.wake();
  });
  // Every stored report wakes this loop, and hardly one raises an alert: wake-ups are debounced.
  const stopNotify = platform.pubSub.onNotify(() => composing.wake(DEBOUNCE_MS));
  return {
    stop: async () => {
      stopNotify();
      await Promise.all([composing.stop(), delivering.stop()]);
      stopCapacity();
      await deliverer.idle();
    },
  };
}
