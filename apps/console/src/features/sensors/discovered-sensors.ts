/** Newly discovered fluid sensors that wait to be paired or ignored, as the stream announces them. */
import type { StreamEventOut } from '@picket/contracts/stream';

export interface Sensor {
  readonly model: string;
  readonly serial_number: string;
}

export interface DiscoveredSensor extends Sensor {
  readonly location: string;
  readonly sentry: string;
}

export const isSameSensor = (one: Sensor, other: Sensor): boolean =>
  one.model === other.model && one.serial_number === other.serial_number;

/** What is waiting, after an event of the stream. */
export function afterSensorEvent(
  pending: readonly DiscoveredSensor[],
  event: StreamEventOut<'sensor'>,
  mayPair: (location: string) => boolean,
): readonly DiscoveredSensor[] {
  const { location, sentry, model, serial_number, status } = event;
  const others = pending.filter((one) => !(isSameSensor(one, event) && one.location === location));
  if (status !== 'DISCOVERED' || !mayPair(location)) return others.length === pending.length ? pending : others;
  return [...others, { location, sentry, model, serial_number }];
}
