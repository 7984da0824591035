/** A bridge with a leak sensor at a real broker, and a Picket that listens to it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { connectAsync, type MqttClient } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { openPicket, type Picket } from './harness.ts';
import { startOpenBroker } from './mqtt-broker.ts';
import { announceSensor, STATE, shared } from './zigbee-bridge.ts';

type DiscoveredList = ResponseOf<'GET /discovered'>;
export type Integration = ResponseOf<'POST /integrations'>;

/** A bridge at a broker of its own, and Picket that listens to it. */
export class ZigbeeWorld {
  readonly picket: Picket;
  readonly bridge: MqttClient;
  readonly url: string;
  readonly location: string;
  integration: Integration;
  availability: readonly object[] = shared.availability;

  /** `rules`: the access list of the broker. `before`: what Picket connects to in its place; returns its address. */
  static async open(rules?: string, before?: (url: string) => Promise<string>): Promise<ZigbeeWorld> {
    const broker = await startOpenBroker(rules);
    const url = (await before?.(broker)) ?? broker;
    const picket = await openPicket({ environment: { PICKET_OUTBOUND_ALLOWED: new URL(url).host } });
    const bridge = await connectAsync(broker);
    onTestFinished(async () => {
      await bridge.endAsync(true);
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    const location = await picket.addLocation('Basel');
    const body = { name: 'Zigbee', location, address: url };
    const added = await picket.call<Integration>('POST', '/integrations', { as: picket.admin, body });
    expect(added.status).toBe(201);
    return new ZigbeeWorld(picket, bridge, url, location, added.body);
  }

  private constructor(picket: Picket, bridge: MqttClient, url: string, location: string, integration: Integration) {
    this.picket = picket;
    this.bridge = bridge;
    this.url = url;
    this.location = location;
    this.integration = integration;
  }

  async announce(retain = true): Promise<void> {
    await announceSensor((topic, config) => this.publish(topic, config, retain), this.availability);
  }

  publish(topic: string, message: unknown, retain = false) {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    return this.bridge.publishAsync(topic, text, { qos: 1, retain });
  }

  run(): Promise<void> {
    return this.picket.server.pipeline.integrations.run();
  }

  async discovered(query = ''): Promise<DiscoveredList> {
    await this.run();
    return (await this.picket.call<DiscoveredList>('GET', `/discovered${query}`, { as: this.picket.admin })).body;
  }

  async device() {
    const [device] = (await this.discovered()).items;
    if (device === undefined) throw new Error('nothing is discovered');
    return device;
  }

  /** Waits until something published is seen: states are subscribed to a moment after their announcement. */
  async sees(state: object, name: string, value: unknown): Promise<void> {
    await expect
      .poll(async () => {
        await this.publish(STATE, state);
        return (await this.device()).entities.find((entity) => entity.name === name)?.value;
      })
      .toBe(value);
  }

  /** A smoke detector with a battery. */
  async announceSmoke(id: string): Promise<void> {
    const base = { state_topic: `zigbee2mqtt/${id}`, device: { identifiers: id, name: `Smoke ${id}` } };
    const smoke = { ...base, device_class: 'smoke', payload_on: true, payload_off: false, unique_id: `${id}_smoke` };
    await this.publish(
      `homeassistant/binary_sensor/${id}/smoke/config`,
      { ...smoke, value_template: '{{ value_json.smoke }}' },
      true,
    );
    const battery = { ...base, device_class: 'battery', unit_of_measurement: '%', unique_id: `${id}_battery` };
    await this.publish(
      `homeassistant/sensor/${id}/battery/config`,
      { ...battery, value_template: '{{ value_json.battery }}' },
      true,
    );
  }

  /** Lets time pass as on a running server. */
  async live(seconds: number): Promise<void> {
    const { picket } = this;
    for (let passed = 0; passed < seconds; passed += 10) {
      picket.clock.pass(10);
      await this.run();
      await picket.heartbeat();
      await picket.tick();
    }
  }

  /** After a silence these are the open alerts. It begins later where a report was on its way. */
  async raises(expected: unknown): Promise<void> {
    await this.live(900);
    await expect
      .poll(async () => {
        await this.live(30);
        return this.openAlerts();
      })
      .toEqual(expected);
  }

  async openAlerts() {
    const alerts = await this.picket.alerts();
    return alerts
      .filter(({ severity, state }) => severity > 0 && state === 'OPEN')
      .filter(({ kind }) => kind.startsWith('POLICY_ALERT'))
      .map(({ policy, severity, sentry }) => [policy?.name, severity, sentry?.guid] as const);
  }

  async adopt(name = 'Under chiller', more: object = {}) {
    return this.adoptAll(await this.device(), name, more);
  }

  async adoptAll(device: DiscoveredList['items'][number] | undefined, name: string, more: object = {}) {
    if (device === undefined) throw new Error('nothing is discovered');
    const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
    return this.picket.call<SentryOut & { errors?: readonly { name: string }[] }>(
      'POST',
      `/discovered/${device.guid}/adopt`,
      {
        as: this.picket.admin,
        body: { location: this.location, name, entities, ...more },
      },
    );
  }

  async latest(): Promise<readonly (readonly [string, number | null])[]> {
    const path = `/locations/${this.location}/latest`;
    const { body } = await this.picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', path, {
      as: this.picket.admin,
    });
    return body.items.map(({ sensorMetricId, column, value }) => [
      `${sensorMetricId.replace(/-.*_/u, '_')}.${column}`,
      value,
    ]);
  }
}
