/**
 * What programs at the simulated broker of the demo publish: a Zigbee bridge as Zigbee2MQTT does, and a PDU that announces itself. Pure. It is
 * read as that of a real broker is.
 */

/** A topic with its message, which is JSON. */
export type Published = readonly [topic: string, message: string];

const BRIDGE_STATE = 'zigbee2mqtt/bridge/state';
const PREFIX = 'homeassistant';

type Values = Readonly<Record<string, number | boolean>>;

interface Shape {
  readonly component: 'sensor' | 'binary_sensor';
  readonly device_class?: string;
  readonly unit_of_measurement?: string;
  readonly entity_category?: 'diagnostic';
  readonly payload_on?: boolean;
  readonly payload_off?: boolean;
}

const sensor = (device_class: string, unit_of_measurement: string): Shape => ({
  component: 'sensor',
  device_class,
  unit_of_measurement,
});
const alarm = (device_class: string): Shape => ({
  component: 'binary_sensor',
  device_class,
  payload_on: true,
  payload_off: false,
});

/** By key of a state. A contact is true while the door is closed. */
const SHAPES: Readonly<Record<string, Shape>> = {
  water_leak: alarm('moisture'),
  contact: { ...alarm('door'), payload_on: false, payload_off: true },
  smoke: alarm('smoke'),
  tamper: alarm('tamper'),
  temperature: sensor('temperature', '°C'),
  humidity: sensor('humidity', '%'),
  pressure: sensor('atmospheric_pressure', 'hPa'),
  battery: sensor('battery', '%'),
  voltage: { ...sensor('voltage', 'mV'), entity_category: 'diagnostic' },
  linkquality: { component: 'sensor', unit_of_measurement: 'lqi', entity_category: 'diagnostic' },
};

interface ZigbeeDevice {
  readonly address: string;
  readonly name: string;
  readonly model: readonly [id: string, words: string];
  /** `hours`: since 1970. */
  readonly valuesAt: (hours: number) => Values;
}

/** One way and back in a day, between two numbers. */
export const daily = (hours: number, low: number, high: number): number =>
  Number((low + ((high - low) * (1 - Math.cos((2 * Math.PI * hours) / 24))) / 2).toFixed(1));

const battery = (percent: number, millivolts: number, linkquality: number): Values => ({
  battery: percent,
  voltage: millivolts,
  linkquality,
});

export const ZIGBEE_DEVICES: readonly ZigbeeDevice[] = [
  {
    address: '0x00158d0001a2b3c4',
    name: 'Leak sensor, drain',
    model: ['SJCGQ11LM', 'Water leak sensor'],
    valuesAt: () => ({ water_leak: false, ...battery(97, 3045, 132) }),
  },
  {
    address: '0x00158d0001a2b3d5',
    name: 'Leak sensor, chiller',
    model: ['SJCGQ11LM', 'Water leak sensor'],
    valuesAt: () => ({ water_leak: false, ...battery(100, 3065, 84) }),
  },
  {
    address: '0x00158d0009f8e7d6',
    name: 'Door of the cabinet',
    model: ['MCCGQ11LM', 'Door and window sensor'],
    valuesAt: () => ({ contact: true, ...battery(88, 2995, 156) }),
  },
  {
    address: '0x00158d000b1c2d3e',
    name: 'Thermometer, cold aisle',
    model: ['WSDCGQ11LM', 'Temperature and humidity sensor'],
    valuesAt: (hours) => ({
      temperature: daily(hours, 19.4, 22.8),
      humidity: daily(hours, 38, 47),
      pressure: daily(hours, 962, 968),
      ...battery(74, 2935, 118),
    }),
  },
  {
    address: '0x00158d000d4e5f60',
    name: 'Smoke detector, ceiling',
    model: ['JTYJ-GD-01LM/BW', 'Smoke detector'],
    valuesAt: () => ({ smoke: false, ...battery(91, 3015, 97) }),
  },
];

/** How the bridge announces the values of a device, each with a message of its own. */
function announcementsOf({ address, name, model: [id, words], valuesAt }: ZigbeeDevice): readonly Published[] {
  const topic = `zigbee2mqtt/${name}`;
  const shared = {
    availability: [{ topic: BRIDGE_STATE, value_template: '{{ value_json.state }}' }],
    device: { identifiers: [`zigbee2mqtt_${address}`], manufacturer: 'Aqara', model: words, model_id: id, name },
    origin: { name: 'Zigbee2MQTT', sw: '2.14.1', url: 'https://www.zigbee2mqtt.io' },
    state_topic: topic,
  };
  return Object.keys(valuesAt(0)).flatMap((key) => {
    const { component, ...shape } = SHAPES[key] ?? { component: 'sensor' };
    const config = {
      ...shared,
      ...shape,
      object_id: `${address}_${key}`,
      unique_id: `${address}_${key}_zigbee2mqtt`,
      value_template: `{{ value_json["${key}"] }}`,
    };
    return [[`${PREFIX}/${component}/${address}/${key}/config`, JSON.stringify(config)] as const];
  });
}

interface Pdu {
  readonly id: string;
  readonly name: string;
  readonly valuesAt: (hours: number) => Values;
}

export const PDUS: readonly Pdu[] = [
  {
    id: 'pdu-rack-1',
    name: 'PDU, rack 1',
    valuesAt: (hours) => ({ power: daily(hours, 1180, 1640), current: daily(hours, 5.1, 7.1), voltage: 231 }),
  },
  {
    id: 'pdu-rack-2',
    name: 'PDU, rack 2',
    valuesAt: (hours) => ({ power: daily(hours, 640, 910), current: daily(hours, 2.8, 3.9), voltage: 230 }),
  },
];

const PDU_UNITS: Readonly<Record<string, string>> = { power: 'W', current: 'A', voltage: 'V' };

/** A PDU announces all its values with one message. */
function announcementOfPdu({ id, name, valuesAt }: Pdu): Published {
  const components = Object.keys(valuesAt(0)).map((key) => [
    key,
    {
      p: 'sensor',
      device_class: key,
      unit_of_measurement: PDU_UNITS[key],
      value_template: `{{ value_json.${key} }}`,
      unique_id: `${id}_${key}`,
    },
  ]);
  const config = {
    dev: { ids: [id], name, mf: 'Simulated', mdl: 'Metered rack PDU, 16 A', sn: id.toUpperCase() },
    o: { name: 'pdu2mqtt' },
    cmps: Object.fromEntries(components),
    stat_t: `${id}/state`,
    avty_t: `${id}/status`,
  };
  return [`${PREFIX}/device/${id}/config`, JSON.stringify(config)];
}

/** What the broker keeps, and sends to each new subscription. */
export const keptMessages = (): readonly Published[] => [
  [BRIDGE_STATE, '{"state":"online"}'],
  ...ZIGBEE_DEVICES.flatMap(announcementsOf),
  ...PDUS.map(announcementOfPdu),
  ...PDUS.map(({ id }): Published => [`${id}/status`, 'online']),
];

const HOUR_MS = 3_600_000;

/** What all of them report at `now`, in milliseconds since 1970. */
export const statesAt = (now: number): readonly Published[] => [
  ...ZIGBEE_DEVICES.map(({ name, valuesAt }): Published => {
    const state = { ...valuesAt(now / HOUR_MS), last_seen: new Date(now).toISOString() };
    return [`zigbee2mqtt/${name}`, JSON.stringify(state)];
  }),
  ...PDUS.map(({ id, valuesAt }): Published => [`${id}/state`, JSON.stringify(valuesAt(now / HOUR_MS))]),
];
