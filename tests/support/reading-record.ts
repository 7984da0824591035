/** Readings as a client wrote them down: what each instant must have, may have, and must not have. */
import { expect } from 'vitest';
import type { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { found } from './recorded-run.ts';

interface Entry {
  /** Of the reading, which identifies it. */
  readonly at: number;
  readonly sentAt: number;
  readonly acknowledgedAt: number;
}

export class ReadingRecord {
  readonly entries: Entry[] = [];
  readonly #device: DeviceClient;

  constructor(device: DeviceClient) {
    this.#device = device;
  }

  /** Sends one reading, and writes down when it was acknowledged. */
  async send(): Promise<void> {
    const sentAt = Date.now();
    const at = Math.max(sentAt, (this.entries.at(-1)?.at ?? 0) + 1);
    const reading = { sensorMetricId: 'environment_temperature', at, values: { value: 20 } };
    const { accepted } = await this.#device.report([reading], false);
    expect(accepted).toBe(1);
    this.entries.push({ at, sentAt, acknowledgedAt: Date.now() });
  }

  async sendMany(count: number, pauseMs = 20): Promise<void> {
    for (let turn = 0; turn < count; turn++) {
      await this.send();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** A random instant between the first and the last acknowledgement. */
  randomInstant(random: () => number = Math.random): number {
    const first = this.entries[0]?.acknowledgedAt ?? 0;
    const last = this.entries.at(-1)?.sentAt ?? 0;
    return Math.round(first + random() * (last - first));
  }

  /** Compares a database with what it must have had at an instant. */
  async expectAsAt(url: string, instant: number): Promise<void> {
    const stored = new Set((await found(url)).readings.map(({ at }) => at));
    const missing = this.entries.filter(({ at, acknowledgedAt }) => acknowledgedAt < instant && !stored.has(at));
    const early = this.entries.filter(({ at, sentAt }) => sentAt > instant && stored.has(at));
    expect({ missing, early }, new Date(instant).toISOString()).toEqual({ missing: [], early: [] });
    const known = new Set(this.entries.map(({ at }) => at));
    expect([...stored].filter((at) => !known.has(at))).toEqual([]);
  }
}
