/** What a Zigbee bridge announces of a leak sensor, and a bridge at a broker. */
import { connectAsync, type IClientOptions } from 'mqtt';

export const STATE = 'zigbee2mqtt/0x00158d0001a2b3c4';
export const BRIDGE = 'zigbee2mqtt/bridge/state';
const DEVICE = {
  identifiers: ['zigbee2mqtt_0x00158d0001a2b3c4'],
  name: 'Leak, chiller',
  manufacturer: 'Aqara',
  model: 'SJCGQ11LM',
};
export const shared = {
  state_topic: STATE,
  availability: [{ topic: BRIDGE, value_template: '{{ value_json.state }}' }],
  device: DEVICE,
};
export const LEAK = {
  ...shared,
  device_class: 'moisture',
  payload_on: true,
  payload_off: false,
  unique_id: 'leak',
  value_template: '{{ value_json["water_leak"] }}',
};
const BATTERY = {
  ...shared,
  device_class: 'battery',
  unit_of_measurement: '%',
  unique_id: 'battery',
  value_template: '{{ value_json["battery"] }}',
};
export const SIGNAL = {
  ...shared,
  entity_category: 'diagnostic',
  unique_id: 'linkquality',
  value_template: '{{ value_json["linkquality"] }}',
};

const thermometer = (index: number, name: string): object => ({
  state_topic: `zigbee2mqtt/${index}`,
  device_class: 'temperature',
  unit_of_measurement: '°C',
  unique_id: `t${index}`,
  value_template: '{{ value_json.temperature }}',
  device: { identifiers: [`thermometer-${index}`], name, manufacturer: 'Aqara', model: 'WSDCGQ11LM' },
});

const LEAK_TOPIC = 'homeassistant/binary_sensor/0x1/water_leak/config';

/** Announces the sensor with all its entities. */
export async function announceSensor(
  publish: (topic: string, config: object) => Promise<unknown>,
  availability: readonly object[] = shared.availability,
): Promise<void> {
  for (const [topic, config] of [
    [LEAK_TOPIC, LEAK],
    ['homeassistant/sensor/0x1/battery/config', BATTERY],
    ['homeassistant/sensor/0x1/linkquality/config', SIGNAL],
  ] as const)
    await publish(topic, { ...config, availability });
}

export interface Bridge {
  readonly announce: () => Promise<void>;
  /** Turns dry and wet around. */
  readonly announceReversed: () => Promise<unknown>;
  /** A temperature sensor of each name. */
  readonly announceThermometers: (names: readonly string[]) => Promise<void>;
  readonly reportTemperature: (thermometer: number, temperature: number) => Promise<unknown>;
  readonly reportState: (state: object) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export async function connectBridge(url: string, options: IClientOptions = {}): Promise<Bridge> {
  const client = await connectAsync(url, options);
  const announce = (topic: string, config: object) =>
    client.publishAsync(topic, JSON.stringify(config), { qos: 1, retain: true });
  return {
    announce: () => announceSensor(announce),
    announceReversed: () => announce(LEAK_TOPIC, { ...LEAK, payload_on: false, payload_off: true }),
    announceThermometers: async (names) => {
      for (const [index, name] of names.entries())
        await announce(`homeassistant/sensor/t${index}/temperature/config`, thermometer(index, name));
    },
    reportTemperature: (thermometer, temperature) =>
      client.publishAsync(`zigbee2mqtt/${thermometer}`, JSON.stringify({ temperature }), { qos: 1 }),
    reportState: (state) => client.publishAsync(STATE, JSON.stringify(state), { qos: 1 }),
    close: () => client.endAsync(true),
  };
}
