/** Messages of devices as they were recorded, shortened, with a measurement of ours in them. */
import { CHIRPSTACK } from './chirpstack.ts';
import { NOW } from './fake-devices.test-support.ts';
import type { Format } from './format.ts';
import { FRIGATE } from './frigate.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';
import { TASMOTA } from './tasmota.ts';
import { THEENGS } from './theengs.ts';
import { THINGS_STACK } from './things-stack.ts';

export interface Payload {
  readonly name: string;
  readonly format: Format;
  readonly topic: string;
  /** With a temperature in °C, and a humidity. */
  readonly sent: (temperature: number, humidity: number) => object;
  /** Where the temperature stands. */
  readonly path: readonly string[];
}

const TIME = '2026-03-02T12:00:00Z';
export const PAYLOADS: readonly Payload[] = [
  {
    name: 'Tasmota',
    format: TASMOTA,
    topic: 'tele/TH16/SENSOR',
    sent: (temperature, humidity) => ({
      Time: '2026-03-02T12:00:00',
      AM2301: { Temperature: temperature, Humidity: humidity },
      TempUnit: 'C',
    }),
    path: ['AM2301', 'Temperature'],
  },
  {
    name: 'Shelly Plus H&T',
    format: SHELLY_GEN2,
    topic: 'shellyplusht-08b61fce4f48/events/rpc',
    sent: (temperature, humidity) => ({
      src: 'shellyplusht-08b61fce4f48',
      method: 'NotifyFullStatus',
      params: {
        ts: NOW / 1000,
        'devicepower:0': { id: 0, battery: { V: 5.1, percent: 88 }, external: { present: false } },
        'humidity:0': { id: 0, rh: humidity },
        'temperature:0': { id: 0, tC: temperature, tF: temperature * 1.8 + 32 },
        sys: { mac: '08B61FCE4F48', wakeup_period: 600 },
      },
    }),
    path: ['params', 'temperature:0', 'tC'],
  },
  {
    name: 'OpenMQTTGateway',
    format: THEENGS,
    topic: 'home/OpenMQTTGateway/BTtoMQTT/4C33A6603C79',
    sent: (temperature, humidity) => ({ hum: String(humidity), tempc: String(temperature), tempf: '66.56', batt: 71 }),
    path: ['tempc'],
  },
  {
    name: 'ChirpStack',
    format: CHIRPSTACK,
    topic: 'application/1/device/0102030405060708/event/up',
    sent: (temperature, humidity) => ({
      deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
      time: TIME,
      deviceInfo: { devEui: '0102030405060708', deviceName: 'Cold store' },
      fCnt: 10,
      fPort: 2,
      object: { temperature, humidity, battery: 3.6 },
    }),
    path: ['object', 'temperature'],
  },
  {
    name: 'The Things Stack',
    format: THINGS_STACK,
    topic: 'v3/app@ttn/devices/cold-store/up',
    sent: (temperature, humidity) => ({
      end_device_ids: { device_id: 'cold-store', dev_eui: '0102030405060708' },
      received_at: TIME,
      uplink_message: { f_port: 2, decoded_payload: { TempC_SHT: temperature, Hum_SHT: humidity, Bat: '3.384 V' } },
    }),
    path: ['uplink_message', 'decoded_payload', 'TempC_SHT'],
  },
  {
    name: 'Frigate',
    format: FRIGATE,
    topic: 'frigate/stats',
    sent: (temperature) => ({
      cameras: { yard: { camera_fps: temperature } },
      service: { uptime: 60, version: '0.16' },
    }),
    path: ['cameras', 'yard', 'camera_fps'],
  },
];
