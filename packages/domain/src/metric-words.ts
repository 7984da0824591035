/** What metrics are called in a sentence, by language. In English the registry names them. */

import type { Language } from './languages.ts';
import { type METRICS, type MetricKind, metricFamilyOf, policyMetricOf } from './metrics.ts';

type ColumnsOf<Kind extends MetricKind> = keyof (typeof METRICS)[Kind]['columns'];

/** A new metric or column needs its name here: the compiler asks for it. */
const GERMAN: { readonly [Kind in MetricKind]: Readonly<Record<ColumnsOf<Kind>, string>> } = {
  environment_temperature: { value: 'Temperatur' },
  environment_humidity: { value: 'Luftfeuchte' },
  environment_dewpoint: { value: 'Taupunkt' },
  sentry_tamper: { value: 'Sabotage' },
  camera_motion: { level: 'Bewegung' },
  thermal_temperature: { max: 'wärmste Stelle', min: 'kälteste Stelle', mean: 'Mittelwert des Bildes' },
  bluetooth_devices: { count: 'Bluetooth-Geräte' },
  power_onBattery: { value: 'Akkubetrieb' },
  power_badSource: { value: 'schlechte Stromquelle' },
  power_battery: { percent: 'Akku', volts: 'Akkuspannung' },
  fluid_leak: { value: 'Leck' },
  fluid_battery: { value: 'Batterie des Flüssigkeitssensors' },
  fluid_missing: { value: 'Flüssigkeitssensor offline' },
  sentry_silence: { seconds: 'Zeit ohne Meldung' },
};

const germanNames: Readonly<Record<string, Readonly<Record<string, string>>>> = GERMAN;

/** The name of a column in running text; an id that this version does not know stays as it is. */
export function metricWords(sensorMetricId: string, column: string, language: Language): string {
  const family = metricFamilyOf(sensorMetricId);
  const known = policyMetricOf(family)?.columns[column];
  const german = language === 'de' ? germanNames[family]?.[column] : undefined;
  return german ?? known?.sentenceName ?? known?.label ?? sensorMetricId.replace(/[_-]/gu, ' ');
}
