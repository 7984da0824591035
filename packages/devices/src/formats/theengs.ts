/**
 * Bluetooth sensors by way of OpenMQTTGateway or Theengs Gateway: `<base>/<gateway>/BTtoMQTT/<MAC>`. Pure.
 *
 * One message has one value or a few, numbers may be texts, and several gateways may hear the same sensor: it is one device with the address
 * as its identity. Phones appear with changing addresses; what measures nothing that is known is no device.
 */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { WHOLE_MESSAGE } from '../value-rule.ts';
import { BATTERY_VOLTS, BLUETOOTH_KINDS, bluetoothAddress, bluetoothIdentity, bluetoothKey } from './bluetooth.ts';
import { type Format, type FormatMessage, type FormatReading, IGNORED, leftOut, type NamedValue } from './format.ts';
import { deviceText, diagnostic, isEntityName, type Kind, TRUE_OR_FALSE, unknownKind } from './named-values.ts';

export const THEENGS: Format = { filters: ['+/+/BTtoMQTT/+'], open: () => ({ read }) };

const POWER_KEYS = ['power', 'current', 'energy'];
/** The same in other units. */
const DERIVED = /^temp(?:f|k)\d?$/u;
/** How the decoder reads a device, the same for all of its kind. */
const ABOUT_DECODER = /^(?:acts|track|cidc|cont|ctrl|prmac)$/u;
const ABOUT_ITSELF = /^(?:rssi|distance|txpower|tx|mov|seq|acc[xyz]|count|packet|mfid|major|minor|cidc?|type)$/u;

function read({ topic, message, known }: FormatMessage): FormatReading | null {
  const [, gateway, last = ''] = /^(.+)\/BTtoMQTT\/([^/]+)$/u.exec(topic) ?? [];
  if (gateway === undefined) return null;
  const address = bluetoothAddress(last);
  // Beacons are named by something else than an address.
  if (address === null) return IGNORED;
  const sent = message.json();
  if (!isJsonObject(sent)) return leftOut('NOT_JSON');
  const deviceKey = bluetoothKey(address);
  const before = known(deviceKey);
  const values = valuesOf(
    sent,
    (before?.entities ?? []).some(({ id }) => POWER_KEYS.includes(id)),
  );
  if (before === null && !values.some(({ deviceClass, category }) => deviceClass !== null && category === null))
    return IGNORED;
  if (ownOf(sent, 'type') === 'RMAC') return leftOut('CHANGING_ADDRESS');
  const text = (...keys: readonly string[]): string | null =>
    keys.map((key) => deviceText(ownOf(sent, key))).find((one) => one !== null) ?? null;
  return {
    kind: 'values',
    deviceKey,
    device: {
      identity: bluetoothIdentity(address),
      name: text('name') ?? before?.device.name ?? address,
      maker: text('brand') ?? before?.device.maker ?? null,
      model: text('model', 'model_id') ?? before?.device.model ?? null,
      serialNumber: address,
      softwareVersion: null,
      // The gateway speaks for all that it hears.
      availability: [
        { topic: `${gateway}/LWT`, rule: WHOLE_MESSAGE, available: 'online', notAvailable: 'offline', isBridge: true },
      ],
    },
    values,
    isReading: true,
    at: null,
    expectedSeconds: null,
    through: gateway,
    leftOut: [],
  };
}

function valuesOf(sent: JsonObject, measuredPower: boolean): readonly NamedValue[] {
  const hasPower = measuredPower || POWER_KEYS.some((key) => ownOf(sent, key) !== undefined);
  return Object.entries(sent).flatMap(([id, value]): readonly NamedValue[] => {
    if (DERIVED.test(id) || ABOUT_DECODER.test(id) || !isEntityName(id)) return [];
    const kind = kindOf(id, ownOf(sent, 'type'), hasPower);
    if (kind.deviceClass === null && typeof value === 'boolean')
      return [{ id, value: String(value), ...kind, states: TRUE_OR_FALSE }];
    if (kind.deviceClass === null && typeof value !== 'number') return [];
    return [{ id, value: kind.states === undefined ? value : stateText(value), ...kind }];
  });
}

function kindOf(id: string, type: unknown, hasPower: boolean): Kind {
  const kinds: Readonly<Record<string, Kind>> = BLUETOOTH_KINDS;
  // Of a tire, in bar; of a blind, how far it is open.
  if (id === 'pres' && type === 'TIRE') return unknownKind('bar');
  if (id === 'open' && type === 'WCVR') return unknownKind('%');
  const kind = Object.hasOwn(kinds, id) ? kinds[id] : undefined;
  if (kind !== undefined) return kind;
  // Of one that measures power as well, nobody knows whose volts they are.
  if (id === 'volt' && !hasPower) return BATTERY_VOLTS;
  return ABOUT_ITSELF.test(id) ? diagnostic() : unknownKind();
}

/** 1 and 0 as well as true and false. */
const stateText = (value: unknown): unknown =>
  value === 1 || value === '1'
    ? 'true'
    : value === 0 || value === '0'
      ? 'false'
      : value === 'timeout not closed'
        ? 'open'
        : value;
