/** The simulated server of Network UPS Tools: what its UPSes have at a time. Pure. */
import { daily } from './demo-bridge.ts';

type Variables = ReadonlyMap<string, string>;

interface DemoUps {
  readonly name: string;
  readonly model: string;
  readonly load: readonly [low: number, high: number];
}

export const UPSES: readonly DemoUps[] = [
  { name: 'ups-rack-1', model: 'Smart-UPS 1500', load: [410, 560] },
  { name: 'ups-rack-2', model: 'Smart-UPS 750', load: [180, 240] },
];

const HOUR_MS = 3_600_000;

/** As `LIST VAR` names them. `now`: milliseconds since 1970. */
export function variablesOf({ name, model, load: [low, high] }: DemoUps, now: number): Variables {
  const hours = now / HOUR_MS;
  return new Map([
    ['device.mfr', 'American Power Conversion'],
    ['device.model', model],
    ['device.serial', `SIM-${name.toUpperCase()}`],
    ['ups.status', 'OL'],
    ['battery.charge', '100'],
    ['battery.voltage', '27.3'],
    ['battery.runtime', '2640'],
    ['input.voltage', String(daily(hours, 228, 233))],
    ['input.frequency', '50.0'],
    ['ups.realpower', String(daily(hours, low, high))],
    ['ups.temperature', '29.4'],
  ]);
}
