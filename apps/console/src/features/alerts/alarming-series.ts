/** Which readings alerts are about. Pure. */
import type { AlertOut } from '@picket/contracts/types';

/** What of an alert says which reading it is about, and whether it lasts. */
type About = Pick<AlertOut, 'conditions' | 'sentry' | 'severity' | 'state'>;

/** The series that these alerts are about, as `<sentry> <metric>.<column>`; of warnings and worse, while they last. */
export const alarmingSeriesOf = (alerts: readonly About[]): ReadonlySet<string> =>
  new Set(
    alerts.flatMap(({ sentry, conditions, severity, state }) =>
      severity >= 200 && sentry && state === 'OPEN'
        ? conditions.map(({ sensorMetricId, column }) => `${sentry.guid} ${sensorMetricId}.${column}`)
        : [],
    ),
  );
