/**
 * What platforms send over HTTP, where a message has no topic: each gets the one that it would have at a broker, so that a device is the same
 * one by either way. Pure.
 */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { bluetoothAddress } from './bluetooth.ts';
import { CHIRPSTACK } from './chirpstack.ts';
import type { Format, FormatReading } from './format.ts';
import { deviceEui } from './lorawan.ts';
import { objectAt } from './named-values.ts';
import { OWN_REPORT } from './own-report.ts';
import { RUUVI_GATEWAY } from './ruuvi-gateway.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';
import { THINGS_STACK } from './things-stack.ts';

export interface HttpMessage {
  readonly topic: string;
  readonly json: unknown;
}

/** The formats that are read at a webhook. */
export const HTTP_FORMATS: readonly Format[] = [
  OWN_REPORT,
  ...[SHELLY_GEN2, RUUVI_GATEWAY, CHIRPSTACK, THINGS_STACK].map(overHttp),
];

/** Over HTTP nothing says that a device or a gateway is there but its reports, and who repeats a message says so with its time. */
function overHttp(format: Format): Format {
  return {
    filters: [],
    open: () => {
      const reader = format.open();
      return { read: (message) => withoutAvailability(reader.read({ ...message, isRepeated: true })) };
    },
  };
}

const withoutAvailability = (reading: FormatReading | null): FormatReading | null =>
  reading?.kind === 'values' ? { ...reading, device: { ...reading.device, availability: [] }, through: null } : reading;

/**
 * The messages of a body that is in no form of our own; none: it is understood, and measures nothing. null: it is in no known format.
 * `event`: what ChirpStack says in the address.
 */
export function messagesOverHttp(body: unknown, event: string | null): readonly HttpMessage[] | null {
  if (!isJsonObject(body)) return null;
  return chirpStackMessages(body, event) ?? thingsStackMessages(body) ?? ruuviMessages(body) ?? shellyMessages(body);
}

/** A part of a topic, as far as it can be one. */
const levelOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]{1,64}$/u.test(value) ? value : 'http';

function chirpStackMessages(body: JsonObject, event: string | null): readonly HttpMessage[] | null {
  const info = objectAt(body, 'deviceInfo');
  const eui = info === null ? null : deviceEui(ownOf(info, 'devEui'));
  if (info === null || eui === null) return null;
  const kind = event ?? (ownOf(body, 'batteryLevel') === undefined ? 'up' : 'status');
  if (kind !== 'up' && kind !== 'status') return [];
  const application = levelOf(ownOf(info, 'applicationId'));
  return [{ topic: `application/${application}/device/${eui}/event/${kind}`, json: body }];
}

function thingsStackMessages(body: JsonObject): readonly HttpMessage[] | null {
  const ids = objectAt(body, 'end_device_ids');
  if (ids === null || ownOf(ids, 'device_id') === undefined) return null;
  // Of a join, a location or a downlink there is nothing to read.
  if (objectAt(body, 'uplink_message') === null) return [];
  const application = levelOf(ownOf(objectAt(ids, 'application_ids') ?? {}, 'application_id'));
  return [{ topic: `v3/${application}/devices/${levelOf(ownOf(ids, 'device_id'))}/up`, json: body }];
}

/** Everything that a Ruuvi Gateway received since its last request, by address. */
function ruuviMessages(body: JsonObject): readonly HttpMessage[] | null {
  const data = objectAt(body, 'data');
  const tags = data === null ? null : objectAt(data, 'tags');
  const mac = data === null ? undefined : ownOf(data, 'gw_mac');
  const gateway = typeof mac === 'string' ? bluetoothAddress(mac) : null;
  if (tags === null || gateway === null) return null;
  return Object.entries(tags).flatMap(([tag, sent]) => {
    const address = bluetoothAddress(tag);
    if (address === null || !isJsonObject(sent)) return [];
    const json = { data: ownOf(sent, 'data'), rssi: ownOf(sent, 'rssi'), ts: ownOf(sent, 'timestamp') };
    return [{ topic: `ruuvi/${gateway}/${address}`, json }];
  });
}

/** A notification of a Shelly, or the answer to `Shelly.GetStatus`: both say whose they are. */
function shellyMessages(body: JsonObject): readonly HttpMessage[] | null {
  const src = ownOf(body, 'src');
  if (typeof src !== 'string' || !/^shelly[a-z0-9-]{4,60}$/iu.test(src)) return null;
  const result = objectAt(body, 'result');
  const json = result === null ? body : { src, method: 'NotifyFullStatus', params: result };
  return [{ topic: `${src}/events/rpc`, json }];
}
