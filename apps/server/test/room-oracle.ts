/** What the default policy about the temperature of a room means, by the oracle of the monitor. */
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { oracleAlerts } from '../../../packages/monitor/test/oracle.ts';

/** The alerts of these readings, a reading expected each `interval` seconds. */
export const roomOracle = (readings: readonly { at: number; value: number | null }[], now: number, interval = 60) =>
  (DEFAULT_POLICIES.find(({ name }) => name === 'Room temperature')?.definition.violations ?? []).flatMap((violation) =>
    oracleAlerts(
      {
        ...violation,
        conditions: violation.conditions.map((condition) => ({
          ...condition,
          series: 't',
          grab: 'LAST',
          minutes: 0,
          interval,
        })),
      },
      readings.map((one) => ({ ...one, series: 't' })),
      now,
    ).map((alert) => ({ violation: violation.description, ...alert })),
  );
