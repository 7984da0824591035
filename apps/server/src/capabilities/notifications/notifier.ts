/** The notification service: composes and delivers when something was committed, and once a second by itself. */
import type { Log, Platform, Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import type { Probes } from '../self-monitoring/health-checks.ts';
import { createSelfMonitor, type SelfMonitor } from '../self-monitoring/self-monitor.ts';
import { composeMessages } from './composing/compose-messages.ts';
import { sendDigests } from './digests/send-digests.ts';
import { escalateDueAlerts } from './escalation/escalate-alerts.ts';
import { scheduleReminders } from './escalation/escalation-store.ts';
import { createDeliverer } from './outbox/deliver-messages.ts';

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
const FAILURE_DELAY_MS = 2000;

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
    const composing = createLoop(platform.log, 'composing messages', async () => {
      const count = await composeMessages(platform);
      if (count > 0) delivering.wake();
      return count;
    });
    // A receiver that is slow keeps nobody else waiting: what is due is begun, not waited for.
    const delivering = createLoop(platform.log, 'delivering messages', () => deliverer.begin());
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

interface Loop {
  /** Works again soon: at once, or when so many milliseconds have passed since it last did. */
  wake(afterMs?: number): void;
  stop(): Promise<void>;
}

/** Works until nothing is left, then waits to be woken, a second at most. */
function createLoop(log: Log, job: string, work: () => Promise<number>): Loop {
  let isStopped = false;
  let lastAt = 0;
  /** When to work again. */
  let dueAt = 0;
  let resume: () => void = () => {};

  const running = (async () => {
    while (!isStopped) {
      lastAt = performance.now();
      dueAt = lastAt + POLL_INTERVAL_MS;
      try {
        if ((await work()) > 0) continue;
      } catch (error) {
        log.error({ err: error, job }, 'background job failed, trying again');
        dueAt = performance.now() + FAILURE_DELAY_MS;
      }
      for (let left = dueAt - performance.now(); left > 0 && !isStopped; left = dueAt - performance.now())
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
    }
  })();
  return {
    wake: (afterMs = 0) => {
      const at = lastAt + afterMs;
      if (at >= dueAt) return;
      dueAt = at;
      resume();
    },
    stop: async () => {
      isStopped = true;
      resume();
      await running;
    },
  };
}
