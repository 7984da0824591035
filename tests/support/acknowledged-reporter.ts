/**
 * A sentry that never stops: it sends the recording in order, writes down every acknowledgement and every refusal, and sends the last
 * report once more while it may not go on. What is stored can be held against what it was promised.
 */
import { ApiError } from '@picket/contracts/client';
import type { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { recorded } from './recorded-run.ts';

/** What became of one attempt. */
export interface Attempt {
  /** Milliseconds on the clock of `performance`. */
  readonly at: number;
  readonly result: 'stored' | 'busy';
}

export interface AcknowledgedReporter {
  readonly attempts: readonly Attempt[];
  /** Answers other than 200, and other than 503 with a time to wait. */
  readonly wrong: readonly string[];
  /** Readings that a 200 named as accepted or as known, those sent again not counted again. */
  acknowledged(): number;
  /** Lets it send the recording up to this share of it. */
  allow(share: number): void;
  /** Answers after how many milliseconds from `since` a report was stored that was sent after it. */
  storedAfter(since: number, withinMs: number): Promise<number>;
  /** Sends the rest, and ends. */
  finish(): Promise<void>;
}

const BETWEEN_MS = 250;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `size`: readings in a report. */
export function startReporter(device: DeviceClient, size: number): AcknowledgedReporter {
  const total = recorded.readings.length;
  const attempts: (Attempt & { readonly sentAt: number })[] = [];
  const wrong: string[] = [];
  let share = 0;
  let done = 0;
  let isFinishing = false;

  const sendFrom = async (from: number, count: number): Promise<boolean> => {
    const readings = recorded.readings
      .slice(from, from + count)
      .map(({ at, value }) => ({ sensorMetricId: 'environment_temperature', at, values: { value } }));
    const sentAt = performance.now();
    try {
      const { accepted, duplicates } = await device.report(readings, from + count < total);
      if (accepted + duplicates !== readings.length) wrong.push(`200 for ${accepted} + ${duplicates} of ${count}`);
      attempts.push({ at: performance.now(), sentAt, result: 'stored' });
      return true;
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503 && error.retryAfterSeconds !== null;
      if (!isBusy) wrong.push(error instanceof ApiError ? `${error.status} ${error.message}` : String(error));
      attempts.push({ at: performance.now(), sentAt, result: 'busy' });
      return false;
    }
  };

  const run = async (): Promise<void> => {
    while (!isFinishing || done < total) {
      const isAhead = !isFinishing && done >= share * total;
      const from = isAhead ? Math.max(0, done - size) : done;
      const count = Math.min(size, total - from);
      if (await sendFrom(from, count)) done = Math.max(done, from + count);
      if (!isFinishing) await pause(BETWEEN_MS);
    }
  };
  const running = run();

  return {
    attempts,
    wrong,
    acknowledged: () => done,
    allow: (upTo) => {
      share = upTo;
    },
    storedAfter: async (since, withinMs) => {
      while (performance.now() < since + withinMs) {
        const first = attempts.find(({ sentAt, result }) => sentAt > since && result === 'stored');
        if (first !== undefined) return first.at - since;
        await pause(50);
      }
      throw new Error(`no report was stored within ${withinMs / 1000} s; ${wrong.slice(-3).join('; ')}`);
    },
    finish: async () => {
      isFinishing = true;
      await running;
    },
  };
}
