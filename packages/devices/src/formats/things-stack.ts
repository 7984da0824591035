/** The Things Stack, of which The Things Network is one: `v3/<application>/devices/<device>/up`. Pure. */
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { type Format, type FormatMessage, type FormatReading, IGNORED, type KnownDevice, leftOut } from './format.ts';
import { deviceEui, loraKey, loraReading, valuesOf } from './lorawan.ts';
import { HIGHEST_CELL_VOLTS } from './lorawan-kinds.ts';
import { deviceText, objectAt } from './named-values.ts';

export const THINGS_STACK: Format = { filters: ['v3/+/devices/+/up'], open: () => ({ read }) };

const TOPIC = /^v3\/[^/]+\/devices\/[^/]+\/up$/u;

function read(message: FormatMessage): FormatReading | null {
  if (!TOPIC.test(message.topic)) return null;
  const sent = message.message.json();
  if (!isJsonObject(sent)) return leftOut('NOT_JSON');
  const ids = objectAt(sent, 'end_device_ids');
  const uplink = objectAt(sent, 'uplink_message');
  const eui = ids === null ? null : deviceEui(ownOf(ids, 'dev_eui'));
  // A message that somebody typed into its console was measured by nobody.
  if (ids === null || uplink === null || eui === null || ownOf(sent, 'simulated') === true) return IGNORED;
  const decoded = decodedOf(uplink, message.known(loraKey(eui)));
  if (decoded === null) return typeof ownOf(uplink, 'frm_payload') === 'string' ? leftOut('NOT_DECODED') : IGNORED;
  const version = objectAt(uplink, 'version_ids');
  const text = (key: string): string | null => (version === null ? null : deviceText(ownOf(version, key)));
  return loraReading(
    {
      eui,
      name: deviceText(ownOf(ids, 'device_id')),
      maker: text('brand_id'),
      model: text('model_id'),
      time: ownOf(sent, 'received_at'),
      values: valuesOf(eui, decoded, message),
    },
    message,
  );
}

/** Where the decoder of the device has the common form, that one: its units are fixed. A list of several has times of its own. */
function decodedOf(uplink: JsonObject, known: KnownDevice | null): JsonObject | null {
  const normalized = ownOf(uplink, 'normalized_payload');
  const only: unknown = Array.isArray(normalized) && normalized.length === 1 ? normalized[0] : null;
  if (!isJsonObject(only)) return objectAt(uplink, 'decoded_payload');
  const { battery, ...others } = only;
  // In volts; some decoders put the charge there, which shows above what a cell has.
  const isCharge =
    (typeof battery === 'number' && battery > HIGHEST_CELL_VOLTS) ||
    known?.entities.some(({ id }) => id === 'battery') === true;
  return battery === undefined || isCharge ? only : { ...others, batteryVoltage: battery };
}
