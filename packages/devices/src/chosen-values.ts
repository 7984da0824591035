/**
 * Values that a person chose at a source that says nothing about them, as an announced device: each is an entity. Pure.
 * Where a value is read is part of its rule, so that a change of it is a difference to accept, as with any other device.
 */
import type { Millis } from '@picket/domain/time';
import type { ValueClass } from '@picket/domain/value-classes';
import type { AnnouncedDevice, AnnouncedEntity } from './announced.ts';
import { offersFor } from './metric-offer.ts';
import { polledAvailability } from './polled-place.ts';
import type { Observation } from './read-state.ts';
import { sensorMetricIdOf, storedValueOf } from './series-of.ts';

export interface ChosenValue {
  /** Unique within the device. */
  readonly name: string;
  readonly class: ValueClass;
  readonly unit: string | null;
  /** Where and how it is read, as one text. */
  readonly key: string;
}

/** Why a value is unknown. */
type ValueProblem =
  /** The source has no such value. */
  | 'MISSING'
  | 'NOT_A_NUMBER'
  /** No sensor of its class can measure it. */
  | 'OUT_OF_RANGE'
  /** A state is 1 or 0. */
  | 'NOT_A_STATE'
  /** The device refuses to read there. */
  | 'REGISTER_REFUSED'
  /** Nothing was published there while it was listened to. */
  | 'NO_MESSAGE';

export type ReadValue =
  | { readonly kind: 'value'; readonly value: number; readonly at: Millis | null }
  | { readonly kind: 'unknown'; readonly problem: ValueProblem };

/** A value together with what was read of it. */
interface ReadChosen {
  readonly chosen: ChosenValue;
  readonly read: ReadValue;
}

type Kind = Pick<AnnouncedEntity, 'component' | 'deviceClass' | 'category'>;

const sensor = (deviceClass: string, category = 'chosen'): Kind => ({ component: 'sensor', deviceClass, category });
const state = (deviceClass: string): Kind => ({ component: 'binary_sensor', deviceClass, category: 'chosen' });

const KINDS: Readonly<Record<ValueClass, Kind>> = {
  temperature: sensor('temperature'),
  humidity: sensor('humidity'),
  // Its units are those of the air, bar among them.
  pressure: sensor('atmospheric_pressure'),
  carbon_dioxide: sensor('carbon_dioxide'),
  pm25: sensor('pm25'),
  illuminance: sensor('illuminance'),
  power: sensor('power'),
  voltage: sensor('voltage'),
  current: sensor('current'),
  battery: sensor('battery'),
  // Diagnostic volts are a battery's, others the mains.
  battery_voltage: sensor('voltage', 'diagnostic'),
  leak: state('moisture'),
  door: state('door'),
  smoke: state('smoke'),
  gas: state('gas'),
  carbon_monoxide: state('carbon_monoxide'),
  motion: state('motion'),
  vibration: state('vibration'),
  tamper: state('tamper'),
  battery_low: state('battery'),
  on_battery: state('on_battery'),
  bad_source: state('bad_source'),
};

/** What a value of this class is announced as. */
export const kindOfChosen = (valueClass: ValueClass): Kind => KINDS[valueClass];

/** `place`: what the device is called at its source; it never changes. */
export const chosenDeviceOf = (place: string, name: string): AnnouncedDevice => ({
  identity: place,
  name,
  maker: null,
  model: null,
  serialNumber: null,
  softwareVersion: null,
  availability: [polledAvailability(place)],
});

export const chosenEntitiesOf = (
  place: string,
  values: readonly ChosenValue[],
  pollSeconds: number,
): readonly AnnouncedEntity[] => values.map((value) => entityOf(place, value, pollSeconds));

const entityOf = (place: string, { name, class: kind, unit, key }: ChosenValue, seconds: number): AnnouncedEntity => ({
  id: name,
  name,
  ...kindOfChosen(kind),
  unit,
  stateTopic: place,
  rule: { path: [name, key], operations: [] },
  payloadOn: '1',
  payloadOff: '0',
  expireAfterSeconds: seconds,
});

/** What was read, where a sensor of its class can say it: anything else is unknown, so that no earlier value stands for it. */
export function checkedValue({ chosen, read }: ReadChosen): ReadValue {
  if (read.kind === 'unknown') return read;
  const { value } = read;
  if (!Number.isFinite(value)) return unknown('NOT_A_NUMBER');
  const entity = entityOf('', chosen, 0);
  const isState = entity.component === 'binary_sensor';
  if (isState && value !== 0 && value !== 1) return unknown('NOT_A_STATE');
  const offer = offersFor([entity]).get(entity.id);
  if (offer?.kind !== 'metric') return read;
  const observation: Observation = isState ? { kind: 'state', isOn: value === 1 } : { kind: 'number', value };
  const series = {
    ...offer,
    sensorMetricId: sensorMetricIdOf(offer.metric, { model: null, identity: '', integration: '' }),
  };
  return storedValueOf(observation, series) === undefined ? unknown('OUT_OF_RANGE') : read;
}

const unknown = (problem: ValueProblem): ReadValue => ({ kind: 'unknown', problem });

interface ChosenMessage {
  readonly message: string;
  /** The time that its values have themselves; null: none. */
  readonly at: Millis | null;
}

/** What was read, for the rules of the entities: a message for each time, null for what is unknown. */
export function chosenMessagesOf(values: readonly ReadChosen[]): readonly ChosenMessage[] {
  const checked = values.map(({ chosen, read }) => ({ chosen, read: checkedValue({ chosen, read }) }));
  const byTime = Map.groupBy(checked, ({ read }) => (read.kind === 'value' ? read.at : null));
  return [...byTime].map(([at, those]) => ({
    at,
    message: JSON.stringify(
      Object.fromEntries(
        those.map(({ chosen: { name, key }, read }) => [
          name,
          Object.fromEntries([[key, read.kind === 'value' ? read.value : null]]),
        ]),
      ),
    ),
  }));
}
