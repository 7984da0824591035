/** ChirpStack 4: `application/<application>/device/<EUI>/event/up` and `…/status`, as JSON. Pure. */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { type Format, type FormatMessage, type FormatReading, IGNORED, leftOut, type NamedValue } from './format.ts';
import { deviceEui, loraKey, loraReading, valuesOf } from './lorawan.ts';
import { deviceText, measured, objectAt } from './named-values.ts';

export const CHIRPSTACK: Format = {
  filters: ['application/+/device/+/event/up', 'application/+/device/+/event/status'],
  open: () => ({ read }),
};

const TOPIC = /^application\/[^/]+\/device\/([^/]+)\/event\/(up|status)$/u;

function read(message: FormatMessage): FormatReading | null {
  const [, last, event] = TOPIC.exec(message.topic) ?? [];
  const eui = deviceEui(last);
  if (eui === null) return null;
  const sent = message.message.json();
  if (!isJsonObject(sent)) return leftOut('NOT_JSON');
  const info = objectAt(sent, 'deviceInfo');
  const time = ownOf(sent, 'time');
  const device = {
    eui,
    name: info === null ? null : deviceText(ownOf(info, 'deviceName')),
    maker: null,
    model: info === null ? null : deviceText(ownOf(info, 'deviceProfileName')),
    time,
  };
  if (event === 'status')
    return message.known(loraKey(eui)) === null ? IGNORED : loraReading({ ...device, values: chargeOf(sent) }, message);
  const decoded = objectAt(sent, 'object');
  if (decoded === null) return typeof ownOf(sent, 'data') === 'string' ? leftOut('NOT_DECODED') : IGNORED;
  return loraReading({ ...device, values: valuesOf(eui, decoded, message) }, message);
}

/** The charge that the network asks devices for, about once a day; on mains or where a device cannot measure it there is none. */
function chargeOf(sent: JsonObject): readonly NamedValue[] {
  const level = ownOf(sent, 'batteryLevel');
  const isNone = ownOf(sent, 'batteryLevelUnavailable') === true || ownOf(sent, 'externalPowerSource') === true;
  return isNone || typeof level !== 'number' ? [] : [{ id: 'batteryLevel', value: level, ...measured('battery', '%') }];
}
