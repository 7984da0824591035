/** The notification service: composes and delivers when something was committed, and once a second by itself. */
import { every, type Platform, type Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { composeMessages } from './compose-messages.ts';
import { createDeliverer } from './deliver-messages.ts';
import { escalateDueAlerts } from './escalate-alerts.ts';
import { scheduleReminders } from './escalation-store.ts';
import type { Probes } from './health-checks.ts';
import { createSelfMonitor, type SelfMonitor } from './self-monitoring.ts';
import { sendDigests } from './send-digests.ts';

export interface Notifier {
  /** Composes and delivers until nothing is due; returns how many messages were tried. */
  run(): Promise<number>;
  /** Escalates alerts nobody acknowledged. */
  escalate(): Promise<number>;
  sendDigests(): Promise<number>;
  readonly selfMonitor: SelfMonitor;
  /** Runs on every wake-up, until stopped; `stop` waits for running attempts. */
  start(): { stop(): Promise<void> };
  readonly remind: (sql: Sql, alerts: readonly string[], now: number) => Promise<void>;
}

const POLL_INTERVAL_MS = 1000;
const DEBOUNCE_MS = 150;

export function createNotifier(platform: Platform, changed: OnAlertsChanged, probes: Probes): Notifier {
  const selfMonitor = createSelfMonitor(platform, changed, probes);
  let onCapacity: () => void = () => {};
  const deliverer = createDeliverer(platform, selfMonitor.onMessageFailed, () => onCapacity());

  const run = async (): Promise<number> => {
    let tried = 0;
    for (;;) {
      const composed = await composeMessages(platform);
      const delivered = await deliverer.deliver();
      tried += delivered;
      if (composed === 0 && delivered === 0) return tried;
    }
  };

  const start = (): { stop(): Promise<void> } => {
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
    onCapacity = () => {
      delivering.wake();
      // What was delivered may let an end go that waited for it.
      composing.wake();
    };
    // Every stored report wakes this loop, and hardly one raises an alert: wake-ups are debounced.
    const off = platform.pubSub.onNotify(() => composing.wake(DEBOUNCE_MS));
    return {
      stop: async () => {
        off();
        await Promise.all([composing.stop(), delivering.stop()]);
        await deliverer.idle();
      },
    };
  };

  return {
    run,
    escalate: () => escalateDueAlerts(platform),
    sendDigests: () => sendDigests(platform),
    selfMonitor,
    start,
    remind: scheduleReminders,
  };
}
