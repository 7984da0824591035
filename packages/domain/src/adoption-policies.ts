/**
 * The policies that the first adoption of a device adds where no policy watches its metric yet. A new one is one row. Limits are such that
 * they fit any room; what is usual in one is set by its people.
 */
import type { DefaultPolicy } from './default-policies.ts';
import type { MetricKind } from './metrics.ts';
import type { Operator } from './operators.ts';
import { newCondition, newViolation, type Violation } from './policies.ts';

export interface AdoptionPolicy extends DefaultPolicy {
  readonly metric: MetricKind;
  readonly column: string;
}

const HELD_FOR_A_MINUTE = { onsetDelay: 60, exitDelay: 60 };

function row(
  [metric, column]: readonly [MetricKind, string],
  [operator, threshold]: readonly [Operator, number],
  [name, description, severity]: readonly [string, string, number],
  delays: Partial<Violation> = {},
): AdoptionPolicy {
  const violation = newViolation(description, severity, newCondition(metric, operator, threshold, column), delays);
  return { metric, column, name, definition: { violations: [violation] } };
}

const ABOVE = 'GREATER_THAN';
const BELOW = 'LESS_THAN';

export const ADOPTION_POLICIES: readonly AdoptionPolicy[] = [
  row(['smoke_alarm', 'value'], [ABOVE, 0], ['Smoke', 'Smoke found', 900]),
  row(['gas_alarm', 'value'], [ABOVE, 0], ['Gas', 'Gas found', 900]),
  row(['co_alarm', 'value'], [ABOVE, 0], ['Carbon monoxide', 'Carbon monoxide found', 900]),
  row(['door_open', 'value'], [ABOVE, 0], ['Door', 'Door open for 5 minutes', 240], { onsetDelay: 300 }),
  row(['input_alarm', 'value'], [ABOVE, 0], ['Alarm input', 'Alarm input on', 400]),
  row(['vibration_detected', 'value'], [ABOVE, 0], ['Vibration', 'Vibration', 100], { exitDelay: 60 }),
  row(['air_co2', 'value'], [ABOVE, 1500], ['Carbon dioxide', 'Too much CO₂', 240], {
    onsetDelay: 300,
    exitDelay: 300,
  }),
  row(['air_pm25', 'value'], [ABOVE, 50], ['Fine dust', 'Too much fine dust', 240], {
    onsetDelay: 300,
    exitDelay: 300,
  }),
  row(['air_pressure', 'value'], [BELOW, 800], ['Air pressure', 'Air pressure too low', 100], HELD_FOR_A_MINUTE),
  row(['light_lux', 'value'], [ABOVE, 200], ['Light', 'Light on for 15 minutes', 0], {
    onsetDelay: 900,
    exitDelay: 60,
  }),
  row(['power_watts', 'value'], [ABOVE, 3500], ['Power draw', 'Power draw too high', 240], HELD_FOR_A_MINUTE),
  row(['power_volts', 'value'], [BELOW, 80], ['Mains voltage', 'No mains voltage', 400], {
    onsetDelay: 10,
    exitDelay: 60,
  }),
  row(['power_amps', 'value'], [ABOVE, 16], ['Current', 'Current too high', 240], HELD_FOR_A_MINUTE),
  row(['sensor_overdue', 'value'], [ABOVE, 11], ['Sensor overdue', 'Sensor overdue', 270]),
  row(['power_batteryLow', 'value'], [ABOVE, 0], ['Low battery', 'Battery low', 230]),
  row(['power_battery', 'percent'], [BELOW, 15], ['Battery charge', 'Battery below 15 %', 230]),
  row(
    ['fluid_battery', 'percent'],
    [BELOW, 15],
    ['Charge of the fluid sensor battery', 'Fluid sensor battery below 15 %', 230],
  ),
];
