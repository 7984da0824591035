/** Values of discovered entities in words: in the units of the reader where Picket makes a series of them, as announced elsewhere. */
import { metricFamilyOf } from '@picket/domain/metrics';
import type { Formats, ShownValue } from '../../lib/formats.ts';
import { metricText, stateText, unitText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import type { DiscoveredEntity } from './use-discovered.ts';

const MAX_DECIMALS = 2;
const MAX_HEADLINES = 2;

/** To °C, of the units in which temperatures are announced. */
const TO_CELSIUS: Readonly<Record<string, (value: number) => number>> = {
  '°C': (value) => value,
  C: (value) => value,
  '°F': (value) => ((value - 32) * 5) / 9,
  F: (value) => ((value - 32) * 5) / 9,
  K: (value) => value - 273.15,
};

const CHARGES = ['power_battery.percent', 'fluid_battery.percent'];
const BATTERY = [...CHARGES, 'power_battery.volts', 'power_batteryLow.value'];
const SIGNAL = /link_?quality|rssi|signal/iu;

const seriesName = ({ series }: DiscoveredEntity): string | null =>
  series === undefined ? null : `${metricFamilyOf(series.sensorMetricId)}.${series.column}`;

const isIn = (names: readonly string[], entity: DiscoveredEntity): boolean => {
  const name = seriesName(entity);
  return name !== null && names.includes(name);
};

/** "71.6" and "°F", "leak", "unknown"; null: nothing was seen yet. */
export function entityValue(
  t: Translator,
  formats: Formats,
  { value, unit = '', series }: DiscoveredEntity,
): ShownValue | null {
  if (value === undefined) return null;
  if (value === null) return { text: t('discovered.unknown'), unit: '' };
  if (typeof value === 'boolean') {
    const state = series === undefined ? null : stateText(t, series.sensorMetricId, value ? 1 : 0);
    return { text: state ?? t(value ? 'discovered.on' : 'discovered.off'), unit: '' };
  }
  const toCelsius = series?.unit === '°C' ? TO_CELSIUS[unit] : undefined;
  if (series !== undefined && toCelsius !== undefined)
    return formats.value(series.sensorMetricId, series.column, toCelsius(value));
  return { text: formats.shortNumber(value, MAX_DECIMALS), unit };
}

/** What becomes of it: "leak", "temperature in °C"; null: nothing. */
export function seriesText(t: Translator, { series }: DiscoveredEntity): string | null {
  if (series === undefined) return null;
  const metric = metricText(t, series.sensorMetricId, series.column);
  const unit = unitText(t, series.unit);
  return unit === '' ? metric : t('discovered.metricIn', { metric, unit });
}

/** What people look for first. */
const MAIN = [
  'fluid_leak.value',
  'smoke_alarm.value',
  'co_alarm.value',
  'gas_alarm.value',
  'input_alarm.value',
  'power_onBattery.value',
  'door_open.value',
  'environment_temperature.value',
  'environment_humidity.value',
  'power_watts.value',
];
const rankOf = (entity: DiscoveredEntity): number => {
  const rank = MAIN.indexOf(seriesName(entity) ?? '');
  return rank === -1 ? MAIN.length : rank;
};

/** What a device measures first of all: two of its entities that become a series, without its battery; else one that has a value. */
export function headlinesOf(entities: readonly DiscoveredEntity[]): readonly DiscoveredEntity[] {
  const measured = entities.filter((entity) => entity.series !== undefined && !isIn(BATTERY, entity));
  if (measured.length > 0)
    return measured.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MAX_HEADLINES);
  return entities.filter(({ value }) => value !== undefined).slice(0, 1);
}

/** The charge of its battery. */
export const chargeOf = (entities: readonly DiscoveredEntity[]): DiscoveredEntity | undefined =>
  entities.find((entity) => isIn(CHARGES, entity));

/** How well its gateway receives it. */
export const signalOf = (entities: readonly DiscoveredEntity[]): DiscoveredEntity | undefined =>
  entities.find(({ name, reason }) => reason === 'DIAGNOSTIC' && SIGNAL.test(name));

/** Those that are adopted unless a person chooses otherwise: the first for each series. */
export function usualChoice(entities: readonly DiscoveredEntity[]): readonly string[] {
  const taken = new Set<string>();
  return entities.flatMap((entity) => {
    const { series, guid } = entity;
    if (series === undefined) return [];
    const name = `${series.sensorMetricId}.${series.column}`;
    if (taken.has(name)) return [];
    taken.add(name);
    return [guid];
  });
}

/** The choice after one entity was ticked or not. Two entities cannot be one series: the newer choice replaces the other. */
export function toggleEntity(
  entities: readonly DiscoveredEntity[],
  chosen: readonly string[],
  entity: DiscoveredEntity,
): readonly string[] {
  if (chosen.includes(entity.guid)) return chosen.filter((guid) => guid !== entity.guid);
  const sameSeries = entities
    .filter(
      ({ series }) =>
        series !== undefined &&
        series.sensorMetricId === entity.series?.sensorMetricId &&
        series.column === entity.series.column,
    )
    .map(({ guid }) => guid);
  return [...chosen.filter((guid) => !sameSeries.includes(guid)), entity.guid];
}
