/** Telling people, as a service: composes and delivers when something was committed, and once a second by itself. */
import type { Platform, Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { composeMessages } from './compose-messages.ts';
import { createDeliverer } from './deliver-messages.ts';
import { escalateDue } from './escalate-alerts.ts';
import { remindOf } from './escalation-store.ts';
import { sendDigests } from './send-digests.ts';
import { createWatchdog, type Probes, type Watchdog } from './watch-the-watcher.ts';

export interface Notifier {
  /** Composes and delivers until nothing is due; answers how many messages were tried. */
  run(): Promise<number>;
  /** Notices for alerts nobody reacts to. */
  escalate(): Promise<number>;
  digests(): Promise<number>;
  readonly watchdog: Watchdog;
  /** Runs whenever somebody knocks, until stopped; `stop` waits for what is being handed over. */
  start(): { stop(): Promise<void> };
  readonly remind: (sql: Sql, alerts: readonly string[], now: number) => Promise<void>;
}

const LOOK_EVERY_MS = 1000;
const AFTER_FAILURE_MS = 2000;

export function createNotifier(platform: Platform, changed: OnAlertsChanged, probes?: Probes): Notifier {
  const watchdog = createWatchdog(platform, changed, probes);
  let roomFor: () => void = () => {};
  const deliverer = createDeliverer(platform, watchdog.onGivenUp, () => roomFor());

  const run = async (): Promise<number> => {
    let tried = 0;
    for (;;) {
      const looked = await composeMessages(platform);
      const delivered = await deliverer.deliver();
      tried += delivered;
      if (looked === 0 && delivered === 0) return tried;
    }
  };

  const start = (): { stop(): Promise<void> } => {
    let isStopped = false;
    const composing = loop('composing messages', () => composeMessages(platform));
    // A receiver that is slow keeps nobody else waiting: what is due is begun, not waited for.
    const delivering = loop('delivering messages', () => deliverer.begin());
    roomFor = delivering.wake;

    /** Works until nothing is left, then waits for a knock or a second. */
    function loop(job: string, work: () => Promise<number>) {
      let wakeUp: () => void = () => {};
      let isKnocked = false;
      const off = platform.wake.onKnock(() => {
        isKnocked = true;
        wakeUp();
      });
      const running = (async () => {
        while (!isStopped) {
          isKnocked = false;
          let pause = LOOK_EVERY_MS;
          try {
            if ((await work()) > 0) {
              // What was composed is to be delivered, here or by another server.
              platform.wake.knock();
              continue;
            }
          } catch (error) {
            platform.log.error({ err: error, job }, 'a background job failed and will be tried again');
            pause = AFTER_FAILURE_MS;
            isKnocked = false;
          }
          if (isKnocked || isStopped) continue;
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, pause);
            wakeUp = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
      })();
      return {
        wake: () => {
          isKnocked = true;
          wakeUp();
        },
        stop: async () => {
          off();
          wakeUp();
          await running;
        },
      };
    }

    return {
      stop: async () => {
        isStopped = true;
        await Promise.all([composing.stop(), delivering.stop()]);
        await deliverer.idle();
      },
    };
  };

  return {
    run,
    escalate: () => escalateDue(platform),
    digests: () => sendDigests(platform),
    watchdog,
    start,
    remind: remindOf,
  };
}
