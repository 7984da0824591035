/** Messages over HTTP: which format they are in, and what becomes of them. */
import { describe, expect, test } from 'vitest';
import { DecodedMessage } from '../value-rule.ts';
import { FakeDevices, NOW } from './fake-devices.test-support.ts';
import type { FormatValues } from './format.ts';
import { HTTP_FORMATS, messagesOverHttp } from './over-http.ts';
import { OWN_REPORT, type OwnReport, ownReportMessage, ownReportTopic, unreadableValues } from './own-report.ts';

const report = (values: OwnReport['values'], more: Partial<OwnReport> = {}): OwnReport => ({
  device: 'cellar-1',
  name: null,
  model: null,
  at: null,
  values,
  ...more,
});

/** What would be stored of a report, and why nothing becomes of the rest. */
function found(values: OwnReport['values']) {
  const devices = new FakeDevices(OWN_REPORT, {
    read: (sent) => OWN_REPORT.open().read({ ...sent, message: ownReportMessage(report(values)) }),
  });
  devices.read(ownReportTopic(report(values)), {});
  return devices.found();
}

/** What the formats read of a body. */
function readOverHttp(body: unknown, event: string | null = null): readonly FormatValues[] {
  return (messagesOverHttp(body, event) ?? []).flatMap(({ topic, json }) => {
    const message = { topic, message: DecodedMessage.ofJson(json), receivedAt: NOW, known: () => null };
    const reading = HTTP_FORMATS.map((format) => format.open().read(message)).find((one) => one !== null);
    return reading?.kind === 'values' ? [reading] : [];
  });
}

const TIME = '2026-03-02T11:59:00Z';
const INFO = { devEui: 'a84041ffff123456', deviceName: 'Freezer' };
const UPLINK = { deviceInfo: INFO, time: TIME, object: { temperature: -18 } };
const THINGS = { device_id: 'door-1', dev_eui: '0004A30B001C0530' };
const TAG = '0201061BFF99040512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F';

describe('the own form', () => {
  test('says whether a UPS is on its battery', () => {
    expect(found({ on_battery: true, battery_percent: 60 })).toEqual({
      'power_onBattery.value': 1,
      'power_battery.percent': 60,
    });
  });

  test('has the usual names, and some more', () => {
    expect(
      found({
        temperature: 21.4,
        humidity: '40 %',
        leak: false,
        power: 12,
        voltage: 230,
        current: 0.1,
        co: true,
        gas: 0,
      }),
    ).toEqual({
      'environment_temperature.value': 21.4,
      'environment_humidity.value': 40,
      'fluid_leak.value': 0,
      'power_watts.value': 12,
      'power_volts.value': 230,
      'power_amps.value': 0.1,
      'co_alarm.value': 1,
      'gas_alarm.value': 0,
    });
    expect(found({ temperature: null, battery_percent: 81, pixels: 3, color: 'red' })).toEqual({
      'environment_temperature.value': null,
      'power_battery.percent': 81,
      pixels: 'UNKNOWN_KIND',
    });
  });

  test('names what cannot be a value', () => {
    expect(unreadableValues(report({ temperature: 'warm', humidity: true, leak: 'maybe', vibration: 7 }))).toEqual([
      'temperature',
      'humidity',
      'leak',
      'vibration',
    ]);
    expect(unreadableValues(report({ battery: 'full', pressure: 'high', color: 'red', flag: true }))).toEqual([
      'battery',
      'pressure',
    ]);
    expect(unreadableValues(report({ temperature: '21.4', humidity: null, leak: 'wet', color: 'red' }))).toEqual([]);
  });

  test('keeps its name where a later report has none, and its own time however late', () => {
    const devices = new FakeDevices(OWN_REPORT, {
      read: (sent) => {
        const { name = null } = JSON.parse(sent.message.text) as { name?: string };
        const message = ownReportMessage(report({ temperature: 1 }, { name, at: NOW - 9e8 }));
        return OWN_REPORT.open().read({ ...sent, message });
      },
    });
    expect(devices.take('report/cellar-1', { name: 'Cellar' }).device.name).toBe('Cellar');
    expect(devices.take('report/cellar-1', {})).toMatchObject({ at: NOW - 9e8, device: { name: 'Cellar' } });
  });

  test('is no message of somebody else', () => {
    const message = { topic: 'report/x', message: new DecodedMessage('{"device":"x","values":{"temperature":1}}') };
    expect(OWN_REPORT.open().read({ ...message, receivedAt: NOW, known: () => null })).toBeNull();
  });
});

describe('of platforms', () => {
  test('ChirpStack by its event', () => {
    expect(readOverHttp(UPLINK, 'up')).toMatchObject([
      { deviceKey: 'lorawan#A84041FFFF123456', at: Date.parse(TIME), device: { name: 'Freezer', availability: [] } },
    ]);
    expect(readOverHttp(UPLINK)).toHaveLength(1);
    expect(messagesOverHttp({ deviceInfo: INFO }, 'join')).toEqual([]);
    expect(messagesOverHttp({ deviceInfo: INFO, batteryLevel: 50 }, null)?.[0]?.topic).toMatch(/event\/status$/u);
    expect(messagesOverHttp({ deviceInfo: { devEui: 'x' } }, 'up')).toBeNull();
  });

  test('with its own time within seven days, and not far ahead', () => {
    const at = (time: number) =>
      readOverHttp({ ...UPLINK, time: new Date(time).toISOString() }, 'up').map((one) => one.at);
    expect(at(NOW - 6 * 86_400_000)).toEqual([NOW - 6 * 86_400_000]);
    expect(at(NOW - 8 * 86_400_000)).toEqual([null]);
    expect(at(NOW + 5000)).toEqual([NOW + 5000]);
    expect(at(NOW + 60_000)).toEqual([null]);
  });

  test('The Things Stack by its uplink', () => {
    const uplink = {
      end_device_ids: THINGS,
      received_at: TIME,
      uplink_message: { decoded_payload: { temperature: 19 } },
    };
    expect(readOverHttp(uplink)).toMatchObject([{ deviceKey: 'lorawan#0004A30B001C0530', device: { name: 'door-1' } }]);
    expect(messagesOverHttp({ end_device_ids: THINGS, join_accept: {} }, null)).toEqual([]);
  });

  test('a Ruuvi Gateway with each of its tags', () => {
    const tag = { rssi: -60, timestamp: NOW / 1000 - 100, data: TAG };
    const tags = { 'CB:B8:33:4C:88:4F': tag, 'CB:B8:33:4C:88:50': { ...tag, data: '00' }, wrong: tag };
    expect(readOverHttp({ data: { gw_mac: 'AB:CD:EF:12:34:56', tags } })).toMatchObject([
      { deviceKey: 'ble#CBB8334C884F', at: NOW - 100_000, through: null, device: { availability: [] } },
    ]);
    expect(messagesOverHttp({ data: { gw_mac: 'none', tags } }, null)).toBeNull();
  });

  test('a Shelly that says which', () => {
    const src = 'shellyplusht-c049ef8b3f44';
    const params = { 'temperature:0': { id: 0, tC: 19.8 } };
    expect(readOverHttp({ src, method: 'NotifyFullStatus', params })).toMatchObject([{ deviceKey: `shelly#${src}` }]);
    expect(readOverHttp({ id: 1, src, result: params })).toMatchObject([{ device: { availability: [] } }]);
    expect(messagesOverHttp({ method: 'NotifyStatus', params }, null)).toBeNull();
  });

  test.each([null, 7, 'text', [], [UPLINK], {}, { data: {} }, { data: { tags: [] } }, { deviceInfo: [] }, { src: 3 }])(
    'nothing else: %j',
    (body) => {
      expect(messagesOverHttp(body, 'up')).toBeNull();
    },
  );
});
