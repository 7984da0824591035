/**
 * A UPS of Network UPS Tools as an announced device: each variable is an entity, and `ups.status`, which is a set of words, is two. Pure.
 * The place of its entities is its name; what a poll found is written as one message, which the rules of the entities read.
 */
import type { AnnouncedDevice, AnnouncedEntity } from './announced.ts';
import { polledAvailability } from './polled-place.ts';
import { MAX_ENTITIES } from './read-announcement.ts';

type Variables = ReadonlyMap<string, string>;
type Kind = Pick<AnnouncedEntity, 'deviceClass' | 'unit' | 'category'>;

const STATUS = 'ups.status';

const VOLTS: Kind = { deviceClass: 'voltage', unit: 'V', category: null };
const AMPS: Kind = { deviceClass: 'current', unit: 'A', category: null };
const WATTS: Kind = { deviceClass: 'power', unit: 'W', category: null };

/** What a variable is. NUT fixes the units, and sends none. Of several of one metric, the one that a UPS is asked for first stands first. */
const KINDS: Readonly<Record<string, Kind>> = {
  'ambient.temperature': { deviceClass: 'temperature', unit: '°C', category: null },
  'ambient.humidity': { deviceClass: 'humidity', unit: '%', category: null },
  'battery.charge': { deviceClass: 'battery', unit: '%', category: null },
  // Diagnostic volts are a battery's, others the mains.
  'battery.voltage': { deviceClass: 'voltage', unit: 'V', category: 'diagnostic' },
  'input.voltage': VOLTS,
  'input.L1-N.voltage': VOLTS,
  'input.L2-N.voltage': VOLTS,
  'input.L3-N.voltage': VOLTS,
  'ups.realpower': WATTS,
  'output.realpower': WATTS,
  'input.realpower': WATTS,
  'output.current': AMPS,
  'input.current': AMPS,
  // Inside its case it is warmer than in the room.
  'ups.temperature': { deviceClass: 'temperature', unit: '°C', category: 'diagnostic' },
  'battery.temperature': { deviceClass: 'temperature', unit: '°C', category: 'diagnostic' },
};
const ORDER = new Map(Object.keys(KINDS).map((name, index) => [name, index]));

/** The mains have more; what has less, and names no frequency, is fed with a direct current. */
const HIGHEST_DIRECT_VOLTS = 60;
const MAINS_VOLTAGE = 'input.voltage';

interface Flag {
  readonly id: string;
  readonly deviceClass: string;
  /** null: the words say nothing about it. */
  readonly isOn: (words: ReadonlySet<string>) => boolean | null;
}

const KNOWN_WORDS = new Set(
  'OL OB LB HB RB CHRG DISCHRG BYPASS CAL OFF OVER TRIM BOOST FSD ALARM TEST ECO OVERHEAT'.split(' '),
);
/** It takes from the mains, and lowers or raises their voltage. */
const MAINS_WORDS = ['OL', 'TRIM', 'BOOST'];
const BAD_WORDS = ['RB', 'LB', 'OVER', 'OFF', 'FSD'];

const FLAGS: readonly Flag[] = [
  {
    id: `${STATUS} OB`,
    deviceClass: 'on_battery',
    isOn: (words) => (words.has('OB') ? true : MAINS_WORDS.some((word) => words.has(word)) ? false : null),
  },
  {
    id: `${STATUS} ${BAD_WORDS.join(' ')}`,
    deviceClass: 'bad_source',
    isOn: (words) =>
      BAD_WORDS.some((word) => words.has(word))
        ? true
        : [...words].some((word) => KNOWN_WORDS.has(word))
          ? false
          : null,
  },
];

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u;
/** Variables about the program and the make of the device rather than about what it measures. */
const DESCRIPTIVE = /^(?:driver|device|server)\./u;
const NO_TEXTS = new Set(['', 'unknown', 'n/a', 'unavailable']);

export function upsDeviceOf(ups: string, variables: Variables): AnnouncedDevice {
  const first = (...names: readonly string[]): string | null =>
    names.map((name) => (variables.get(name) ?? '').slice(0, 120)).find((text) => !NO_TEXTS.has(text.toLowerCase())) ??
    null;
  return {
    identity: ups,
    name: ups,
    maker: first('device.mfr', 'ups.mfr'),
    model: first('device.model', 'ups.model'),
    serialNumber: first('device.serial', 'ups.serial'),
    softwareVersion: first('ups.firmware'),
    availability: [polledAvailability(ups)],
  };
}

/**
 * The entities of a UPS, those that become a series first, at most 200. `known`: those of earlier polls; one whose variable is missing now
 * stays, and its value is unknown.
 */
export function upsEntitiesOf(
  ups: string,
  variables: Variables,
  known: readonly AnnouncedEntity[],
  pollSeconds: number,
): readonly AnnouncedEntity[] {
  const flags = variables.has(STATUS) ? FLAGS.map((flag) => flagEntity(ups, flag, pollSeconds)) : [];
  const isDirect = isFedDirectly(variables, known);
  const sensors = [...variables]
    .filter(([name]) => name !== STATUS)
    .map(([name, value]) => sensorEntity(ups, name, value, pollSeconds))
    .map((entity) => (isDirect && entity.id === MAINS_VOLTAGE ? { ...entity, deviceClass: null } : entity))
    .toSorted((one, other) => (ORDER.get(one.id) ?? ORDER.size) - (ORDER.get(other.id) ?? ORDER.size));
  const present = new Map([...flags, ...sensors].map((entity) => [entity.id, entity]));
  const missing = known.filter(({ id }) => !present.has(id));
  const all = [...present.values(), ...missing];
  const isMeasured = ({ deviceClass }: AnnouncedEntity): boolean => deviceClass !== null;
  return [...all.filter(isMeasured), ...all.filter((one) => !isMeasured(one))].slice(0, MAX_ENTITIES);
}

function isFedDirectly(variables: Variables, known: readonly AnnouncedEntity[]): boolean {
  const before = known.find(({ id }) => id === MAINS_VOLTAGE);
  if (before !== undefined) return before.deviceClass === null;
  const volts = Number(variables.get(MAINS_VOLTAGE));
  return volts > 0 && volts < HIGHEST_DIRECT_VOLTS && !variables.has('input.frequency');
}

const sensorEntity = (ups: string, name: string, value: string, pollSeconds: number): AnnouncedEntity => ({
  ...entityOf(ups, name, pollSeconds),
  component: 'sensor',
  ...(Object.hasOwn(KINDS, name) ? KINDS[name] : null),
  ...(Object.hasOwn(KINDS, name) || (NUMBER.test(value) && !DESCRIPTIVE.test(name)) ? {} : { category: 'diagnostic' }),
});

const flagEntity = (ups: string, { id, deviceClass }: Flag, pollSeconds: number): AnnouncedEntity => ({
  ...entityOf(ups, id, pollSeconds),
  component: 'binary_sensor',
  deviceClass,
});

const entityOf = (ups: string, id: string, pollSeconds: number): AnnouncedEntity => ({
  id,
  component: 'sensor',
  name: id,
  deviceClass: null,
  unit: null,
  category: null,
  stateTopic: ups,
  rule: { path: [id], operations: [] },
  payloadOn: 'ON',
  payloadOff: 'OFF',
  expireAfterSeconds: pollSeconds,
});

/** What a poll found, for the rules of `entities`: null is unknown. Texts that are no measurement are left out. */
export function upsMessageOf(variables: Variables, entities: readonly AnnouncedEntity[]): string {
  const words = new Set((variables.get(STATUS) ?? '').split(/\s+/u));
  const values = entities.flatMap((entity): readonly (readonly [string, string | null])[] => {
    const flag = FLAGS.find(({ id }) => id === entity.id);
    if (flag !== undefined) return [[flag.id, flagText(flag.isOn(words))]];
    const value = variables.get(entity.id);
    if (value === undefined || isWithoutProbe(entity.id, variables)) return [[entity.id, null]];
    return entity.deviceClass !== null || NUMBER.test(value) ? [[entity.id, value]] : [];
  });
  return JSON.stringify(Object.fromEntries(values));
}

/** Where no probe for the room is plugged in, some drivers say so, and others that it has 0 % and 0 °C. */
function isWithoutProbe(name: string, variables: Variables): boolean {
  if (name !== 'ambient.temperature' && name !== 'ambient.humidity') return false;
  const [temperature, humidity] = ['ambient.temperature', 'ambient.humidity'].map((one) => variables.get(one));
  const isDry = humidity !== undefined && Number(humidity) <= 0;
  if (variables.get('ambient.present') === 'no') return true;
  return isDry && (name === 'ambient.humidity' || Number(temperature) === 0);
}

const flagText = (isOn: boolean | null): string | null => (isOn === null ? null : isOn ? 'ON' : 'OFF');
