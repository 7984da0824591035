/** What the network servers of LoRaWAN have in common: a device is its EUI, and what its decoder found are its values. Pure. */
import type { Millis } from '@picket/domain/time';
import { messageTime, parseZoned } from '../payload-time.ts';
import type { JsonObject } from '../plain-json.ts';
import { deviceKeyOf, type FormatMessage, type FormatReading, IGNORED, type NamedValue } from './format.ts';
import { loraValues } from './lorawan-values.ts';

/** Gateways on a slow line hand over what they heard this much later. */
const MAX_AGE: Millis = 600_000;
const EUI = /^[0-9A-F]{16}$/u;

/** null: it is none. */
export function deviceEui(value: unknown): string | null {
  const eui = typeof value === 'string' ? value.toUpperCase() : '';
  return EUI.test(eui) ? eui : null;
}

export const loraKey = (eui: string): string => deviceKeyOf('lorawan', eui);

export interface Uplink {
  readonly eui: string;
  readonly name: string | null;
  readonly maker: string | null;
  readonly model: string | null;
  /** When the network received it, as text. */
  readonly time: unknown;
  readonly values: readonly NamedValue[];
}

/** What the decoder found, as values of the device. */
export const valuesOf = (eui: string, decoded: JsonObject, { known }: FormatMessage): readonly NamedValue[] =>
  loraValues(decoded, known(loraKey(eui)));

/** Before a device has measured something that is known, it is none. */
export function loraReading(uplink: Uplink, message: FormatMessage): FormatReading {
  const { known } = message;
  const { eui, values } = uplink;
  const deviceKey = loraKey(eui);
  const before = known(deviceKey);
  if (values.length === 0 || (before === null && !values.some(({ category }) => category === null))) return IGNORED;
  const receivedByNetwork = typeof uplink.time === 'string' ? parseZoned(uplink.time) : null;
  return {
    kind: 'values',
    deviceKey,
    device: {
      identity: `lorawan_${eui}`,
      name: uplink.name ?? before?.device.name ?? eui,
      maker: uplink.maker,
      model: uplink.model,
      serialNumber: eui,
      softwareVersion: null,
      // Nothing says that it is there but its reports.
      availability: [],
    },
    values,
    isReading: true,
    at: receivedByNetwork === null ? null : messageTime(receivedByNetwork, message, MAX_AGE),
    expectedSeconds: null,
    // The network server has put together what several gateways heard.
    through: null,
    leftOut: [],
  };
}
