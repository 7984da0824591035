/** The policies every organization starts with (specification, section 9). A new default is one row. */
import type { MetricKind } from './metrics.ts';
import type { Operator } from './operators.ts';
import {
  type DoNotDisturb,
  newCondition,
  type PolicyDefinition,
  SENTRY_OFFLINE,
  type Violation,
  newViolation as violation,
} from './policies.ts';

export interface DefaultPolicy {
  readonly name: string;
  readonly definition: PolicyDefinition;
  readonly doNotDisturb?: DoNotDisturb;
}

const when = (metric: MetricKind, operator: Operator, threshold = 0, column = 'value') =>
  newCondition(metric, operator, threshold, column);

const policy = (name: string, ...violations: Violation[]): DefaultPolicy => ({ name, definition: { violations } });

const ROOM_DELAYS = { onsetDelay: 10, exitDelay: 120 };
const WORKING_HOURS: DoNotDisturb = {
  daysOfWeek: [1, 2, 3, 4, 5],
  beginHour: 9,
  beginMinute: 0,
  endHour: 17,
  endMinute: 0,
};

export const DEFAULT_POLICIES: readonly DefaultPolicy[] = [
  policy(
    SENTRY_OFFLINE,
    violation('No report for 2 minutes', 0, when('sentry_silence', 'GREATER_THAN', 120, 'seconds'), { instant: true }),
    violation('No report for 15 minutes', 999, when('sentry_silence', 'GREATER_THAN', 900, 'seconds')),
  ),
  policy(
    'Room temperature',
    violation('Too cold', 360, when('environment_temperature', 'LESS_THAN', 18.3333), ROOM_DELAYS),
    violation('Too hot', 360, when('environment_temperature', 'GREATER_THAN', 31.6667), ROOM_DELAYS),
  ),
  policy(
    'Humidity',
    violation('Too dry', 340, when('environment_humidity', 'LESS_THAN', 20)),
    violation('Too humid', 340, when('environment_humidity', 'GREATER_THAN', 80)),
  ),
  {
    ...policy(
      'Motion',
      violation('Motion', 100, when('camera_motion', 'GREATER_THAN', 0.05, 'level'), { exitDelay: 60, video: true }),
    ),
    doNotDisturb: WORKING_HOURS,
  },
  policy('Thermal', violation('Hot spot', 380, when('thermal_temperature', 'GREATER_THAN', 35, 'max'))),
  policy('Tamper', violation('Tampered with', 320, when('sentry_tamper', 'GREATER_THAN'))),
  policy(
    'Bluetooth discovery',
    violation('Bluetooth devices changed', 0, when('bluetooth_devices', 'CHANGED', 0, 'count')),
  ),
  policy(
    'On battery power',
    violation('On battery power', 240, when('power_onBattery', 'GREATER_THAN'), { onsetDelay: 60, exitDelay: 60 }),
  ),
  policy('Bad power source', violation('Bad power source', 600, when('power_badSource', 'GREATER_THAN'))),
  policy('Fluid leak', violation('Fluid leak', 400, when('fluid_leak', 'GREATER_THAN'))),
  policy(
    'Fluid sensor low battery',
    violation('Fluid sensor battery low', 230, when('fluid_battery', 'LESS_THAN', 2.7)),
  ),
  policy('Fluid sensor missing', violation('Fluid sensor missing', 270, when('fluid_missing', 'GREATER_THAN', 11))),
];
