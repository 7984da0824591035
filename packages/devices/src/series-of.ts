/** The series that an entity of an adopted device fills, and the value that is stored in it. Pure. */
import { columnOf, type MetricKind } from '@picket/domain/metrics';
import { type Conversion, convert } from './metric-offer.ts';
import type { Observation } from './read-state.ts';

const MAX_PART = 48;
type Range = NonNullable<ReturnType<typeof columnOf>>['range'];

/** An address, or a name, of which the series' name has every letter in which it differs from others. */
const PLAIN = /^(?:(?:ble|lorawan|zigbee2mqtt|tasmota)_)?(?:[A-Za-z0-9.]+|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2})+)$/u;
/** Plain words that devices of every integration of a kind are called. */
const CALLED_ALIKE = /^(?:modbus|exporter)$/u;

interface NamedDevice {
  readonly model: string | null;
  readonly identity: string;
  /** The guid of the integration that has found it. */
  readonly integration: string;
}

/** 32 bits of FNV-1a over its UTF-16 units, as 8 hex digits. */
function digestOf(text: string): string {
  let digest = 0x81_1c_9d_c5;
  for (let place = 0; place < text.length; place++)
    digest = Math.imul(digest ^ text.charCodeAt(place), 0x01_00_01_93) >>> 0;
  return digest.toString(16).padStart(8, '0');
}

/**
 * Model and serial number of a fluid sensor, in the letters that a series' name may have. Invariant: sensors that differ have names that
 * differ, since two with one name would be paired as one. A plain address stays as it is: a sensor that two receivers hear is one. What is
 * named otherwise is known in its integration alone: people call sensors alike at several.
 */
export function fluidNameOf({ model, identity, integration }: NamedDevice): {
  readonly model: string;
  readonly serialNumber: string;
} {
  const clean = (text: string): string => text.replace(/[^A-Za-z0-9.]/gu, '');
  return {
    model: clean(model ?? '').slice(0, MAX_PART) || 'Sensor',
    serialNumber: serialOf(clean(identity), identity, integration),
  };
}

function serialOf(clean: string, identity: string, integration: string): string {
  if (PLAIN.test(identity) && clean.length <= MAX_PART && !CALLED_ALIKE.test(identity)) return clean;
  const digest = digestOf(`${integration} ${identity}`);
  // The end of an address is what differs.
  return clean === '' ? digest : `${clean.slice(-(MAX_PART - digest.length - 1))}.${digest}`;
}

/** `fluid-MODEL-SERIAL_leak` for the family `fluid_leak`; any other metric is its own series. */
export function sensorMetricIdOf(metric: MetricKind, device: NamedDevice): string {
  if (!metric.startsWith('fluid_')) return metric;
  const name = fluidNameOf(device);
  return `fluid-${name.model}-${name.serialNumber}_${metric.slice('fluid_'.length)}`;
}

/** The lowest and the highest value that a sensor of this kind can say; null: there is no such series. */
export const rangeOf = (sensorMetricId: string, column: string): Range | null =>
  columnOf(sensorMetricId, column)?.range ?? null;

/** What is stored of an observation: null is unknown; undefined: refused, as no sensor of this kind can say it. */
export function storedValueIn(
  range: Range | null,
  conversion: Conversion,
  observation: Observation,
): number | null | undefined {
  if (range === null || observation.kind === 'refused') return undefined;
  if (observation.kind === 'unknown') return null;
  if (observation.kind === 'state') return observation.isOn ? 1 : 0;
  const value = convert(conversion, observation.value);
  const [min, max] = range;
  return Number.isFinite(value) && value >= min && value <= max ? value : undefined;
}

/** The same for a series by its name. */
export const storedValueOf = (
  observation: Observation,
  {
    sensorMetricId,
    column,
    conversion,
  }: { readonly sensorMetricId: string; readonly column: string; readonly conversion: Conversion },
): number | null | undefined => storedValueIn(rangeOf(sensorMetricId, column), conversion, observation);
