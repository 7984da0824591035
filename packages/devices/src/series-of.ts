/** The series that an entity of an adopted device fills, and the value that is stored in it. Pure. */
import { columnOf, type MetricKind } from '@picket/domain/metrics';
import { type Conversion, convert } from './metric-offer.ts';
import type { Observation } from './read-state.ts';

const MAX_PART = 48;
type Range = NonNullable<ReturnType<typeof columnOf>>['range'];

const codesOf = (text: string): string => [...text].map((character) => character.codePointAt(0)?.toString(16)).join('');

/** Model and serial number of a fluid sensor, in the letters that a series' name may have. */
export function fluidNameOf(
  model: string | null,
  identity: string,
): { readonly model: string; readonly serialNumber: string } {
  const clean = (text: string): string => text.replace(/[^A-Za-z0-9.]/gu, '');
  return {
    model: clean(model ?? '').slice(0, MAX_PART) || 'Sensor',
    // The end of an address is what differs. One without such letters has the codes of its own.
    serialNumber: (clean(identity) || codesOf(identity)).slice(-MAX_PART) || 'unknown',
  };
}

/** `fluid-MODEL-SERIAL_leak` for the family `fluid_leak`; any other metric is its own series. */
export function sensorMetricIdOf(metric: MetricKind, model: string | null, identity: string): string {
  if (!metric.startsWith('fluid_')) return metric;
  const name = fluidNameOf(model, identity);
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
