/** Devices as Zigbee2MQTT announces them for Home Assistant and reports their states, and how they are adopted. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { sleep, type startBenchServer } from './bench-server.ts';
import type { Message } from './message-publisher.ts';

type Api = Awaited<ReturnType<typeof startBenchServer>>['api'];
type Entity = readonly [component: string, name: string, more: object];

/** Those of which a reading is stored: as many as a state has. */
export const READINGS_OF_STATE = 4;
const ENTITIES: readonly Entity[] = [
  ['sensor', 'temperature', { device_class: 'temperature', unit_of_measurement: '°C' }],
  ['sensor', 'humidity', { device_class: 'humidity', unit_of_measurement: '%' }],
  ['sensor', 'battery', { device_class: 'battery', unit_of_measurement: '%', entity_category: 'diagnostic' }],
  ['binary_sensor', 'water_leak', { device_class: 'moisture', payload_on: true, payload_off: false }],
  ['sensor', 'linkquality', { entity_category: 'diagnostic', unit_of_measurement: 'lqi' }],
  ['sensor', 'last_seen', { entity_category: 'diagnostic', device_class: 'timestamp' }],
  ['binary_sensor', 'battery_low', { device_class: 'battery', payload_on: true, payload_off: false }],
  ['binary_sensor', 'tamper', { device_class: 'tamper', payload_on: true, payload_off: false }],
];
export const ANNOUNCEMENTS_OF_DEVICE = ENTITIES.length;
const USED = ['temperature', 'humidity', 'battery', 'water_leak'];

const idOf = (index: number): string => `0x${index.toString(16).padStart(16, '0')}`;
const stateTopicOf = (index: number): string => `zigbee2mqtt/${idOf(index)}`;

/** The announcements of a device, one for each of its entities, of about 900 bytes each. */
export function announcementsOf(index: number): readonly Message[] {
  const id = idOf(index);
  return ENTITIES.map(([component, name, more]) => ({
    topic: `homeassistant/${component}/${id}/${name}/config`,
    payload: JSON.stringify({
      ...more,
      state_topic: stateTopicOf(index),
      value_template: `{{ value_json["${name}"] }}`,
      unique_id: `${id}_${name}_zigbee2mqtt`,
      object_id: `sensor_${index}_${name}`,
      json_attributes_topic: stateTopicOf(index),
      availability: [
        { topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' },
        { topic: `${stateTopicOf(index)}/availability`, value_template: '{{ value_json.state }}' },
      ],
      availability_mode: 'all',
      device: {
        identifiers: [`zigbee2mqtt_${id}`],
        name: `Sensor ${index}`,
        manufacturer: 'Aqara',
        model: 'Climate and leak sensor',
        model_id: 'CLS-01',
        sw_version: '1.0.7',
        hw_version: 2,
        via_device: 'zigbee2mqtt_bridge_0x00124b0024c0ffee',
      },
      origin: { name: 'Zigbee2MQTT', sw: '2.14.1', url: 'https://www.zigbee2mqtt.io' },
    }),
  }));
}

/** A state: four readings, and what no reading is made of. */
export const stateOf = (index: number, turn: number): Message => ({
  topic: stateTopicOf(index),
  payload: `{"battery":${90 + (turn % 7)},"battery_low":false,"humidity":${(45 + (turn % 17) / 17).toFixed(2)},"linkquality":${80 + (turn % 9)},"tamper":false,"temperature":${(22 + (turn % 17) / 17).toFixed(2)},"water_leak":false}`,
});

/** Adopts all that are discovered, each as a sentry with four series. Returns how many. */
export async function adoptAll(api: Api, location: string): Promise<number> {
  const { items } = await api('GET /discovered', { query: { state: 'DISCOVERED' } });
  for (const [index, { guid, entities }] of items.entries())
    await api('POST /discovered/{guid}/adopt', {
      params: { guid },
      body: { location, name: `Adopted ${index}`, entities: usedOf(entities) },
    });
  return items.length;
}

const usedOf = (entities: ResponseOf<'GET /discovered'>['items'][number]['entities']): string[] =>
  entities.filter(({ name, series }) => series !== undefined && USED.includes(name)).map(({ guid }) => guid);

/** Adds a broker as a source. */
export async function addBroker(api: Api, location: string, address: string): Promise<string> {
  const { guid } = await api('POST /integrations', { body: { kind: 'MQTT', name: 'Zigbee', location, address } });
  return guid;
}

/** Resolves once so many devices are discovered; `pauseMs` between two requests. */
export async function whenDiscovered(api: Api, count: number, pauseMs = 200): Promise<void> {
  for (;;) {
    const { items } = await api('GET /integrations', {});
    if (items.reduce((sum, { devices }) => sum + devices, 0) >= count) return;
    await sleep(pauseMs);
  }
}
