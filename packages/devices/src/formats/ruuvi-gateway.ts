/**
 * Sensors of Ruuvi by way of a Ruuvi Gateway: `ruuvi/<gateway>/<address>`, with the advertisement as it was heard. Pure.
 * The values have the names that OpenMQTTGateway and Theengs give them, so that a sensor which both hear is one device.
 */

import { messageTime } from '../payload-time.ts';
import { isJsonObject, ownOf } from '../plain-json.ts';
import { BATTERY_VOLTS, BLUETOOTH_KINDS, bluetoothAddress, bluetoothIdentity, bluetoothKey } from './bluetooth.ts';
import { type Format, type FormatMessage, type FormatReading, IGNORED, leftOut, type NamedValue } from './format.ts';
import { diagnostic } from './named-values.ts';
import { RUUVI_VALUES, type RuuviMeasurement, readRuuviAdvertisement } from './ruuvi-advertisement.ts';

export const RUUVI_GATEWAY: Format = { filters: ['ruuvi/+/+'], open: () => ({ read }) };

const TOPIC = /^(ruuvi\/[^/]+)\/([^/]+)$/u;
/** At which the gateway itself says that it is there. */
const STATUS = 'gw_status';

function read(received: FormatMessage): FormatReading | null {
  const { topic, message, known } = received;
  const [, gateway, last = ''] = TOPIC.exec(topic) ?? [];
  if (gateway === undefined) return null;
  const address = bluetoothAddress(last);
  if (address === null) return last === STATUS ? IGNORED : null;
  const sent = message.json();
  if (!isJsonObject(sent)) return leftOut('NOT_JSON');
  const data = ownOf(sent, 'data');
  const measurement = typeof data === 'string' ? readRuuviAdvertisement(data) : null;
  // It hears sensors of other makers as well.
  if (measurement === null) return IGNORED;
  const deviceKey = bluetoothKey(address);
  return {
    kind: 'values',
    deviceKey,
    device: {
      identity: bluetoothIdentity(address),
      name: known(deviceKey)?.device.name ?? address,
      maker: 'Ruuvi',
      model: measurement.model,
      serialNumber: address,
      softwareVersion: null,
      availability: [
        {
          topic: `${gateway}/${STATUS}`,
          rule: { path: ['state'], operations: [] },
          available: 'online',
          notAvailable: 'offline',
          isBridge: true,
        },
      ],
    },
    values: valuesOf(measurement, ownOf(sent, 'rssi')),
    isReading: true,
    at: messageTime(Number(ownOf(sent, 'ts')) * 1000, received),
    expectedSeconds: null,
    through: gateway,
    leftOut: [],
  };
}

const KINDS = { ...BLUETOOTH_KINDS, volt: BATTERY_VOLTS };

function valuesOf({ values }: RuuviMeasurement, rssi: unknown): readonly NamedValue[] {
  const found = RUUVI_VALUES.flatMap((id): readonly NamedValue[] => {
    const value = values[id];
    return value === undefined ? [] : [{ id, value, ...KINDS[id] }];
  });
  return typeof rssi === 'number' ? [...found, { id: 'rssi', value: rssi, ...diagnostic() }] : found;
}
