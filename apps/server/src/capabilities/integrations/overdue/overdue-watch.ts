/** Reports, in place of a sensor that is silent, for how long it has been overdue. */
import { OVERDUE_METRIC } from '@picket/domain/metrics';
import { formatInstant, type Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import { contextOf } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Ingest, ingestReport } from '../../ingest/index.ts';
import { minutesOverdue } from './minutes-overdue.ts';
import { type ExpectedSensor, expectedSensorsAllTenants } from './overdue-store.ts';

const MINUTE_MS: Millis = 60_000;
/** A gateway reports each half minute. */
const GATEWAY_SILENT_AFTER_MS: Millis = 2 * MINUTE_MS;
const MAX_AT_ONCE = 100;

export class OverdueWatch {
  readonly #platform: Platform;
  readonly #ingest: Ingest;
  /** By sentry: what was stored last, by this process. */
  readonly #minutes = new Map<string, number>();

  constructor(platform: Platform, ingest: Ingest) {
    this.#platform = platform;
    this.#ingest = ingest;
  }

  /**
   * Stores the minutes of each sensor that is overdue, each minute, and 0 once it reports again, at the time of the report. Several
   * server processes store the same.
   */
  async run(): Promise<void> {
    const { clock, db } = this.#platform;
    const now = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
    const sensors = await expectedSensorsAllTenants(db.console, now - GATEWAY_SILENT_AFTER_MS);
    const due = sensors.flatMap((sensor) => {
      const minutes = minutesOverdue(sensor.expected, now);
      const before = this.#minutes.get(sensor.sentry.guid) ?? (sensor.hasSeries ? null : 0);
      return minutes === 0 && before === 0 ? [] : [{ sensor, minutes }];
    });
    for (let done = 0; done < due.length; done += MAX_AT_ONCE)
      await Promise.all(
        due.slice(done, done + MAX_AT_ONCE).map(({ sensor, minutes }) => this.#store(sensor, minutes, now)),
      );
  }

  async #store({ sentry, expected }: ExpectedSensor, minutes: number, now: Millis): Promise<void> {
    const at = formatInstant(minutes > 0 ? now : expected.lastSeenAt);
    const reading = { sensorMetricId: OVERDUE_METRIC, at, values: { value: minutes } };
    try {
      await ingestReport(contextOf(this.#platform, sentry), this.#ingest, { readings: [reading] }, 'server');
      this.#minutes.set(sentry.guid, minutes);
    } catch (error) {
      // In a minute it is stored again.
      if (!(error instanceof AppError)) throw error;
      this.#platform.log.debug({ sentry: sentry.guid, code: error.code }, 'overdue sensor not stored');
    }
  }
}
