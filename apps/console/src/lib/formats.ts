/**
 * Numbers, values, dates, times and ages as the reader has them: language and region, 12 or 24 hours, first day of the week, unit of
 * temperatures, and the zone of the location. One function for each place; screens format nothing by themselves.
 */
import { EACH_READING, resultOf } from '@picket/domain/aggregations';
import type { Compared } from '@picket/domain/operand-units';
import { differenceScale, displayValue } from '@picket/domain/units';
import type { FormatChoices } from './format-choices.ts';
import { stateText, unitText } from './kind-texts.ts';
import type { Translator } from './texts.ts';
import { createTimeFormats } from './time-formats.ts';

export { viewerTimezone } from './time-formats.ts';

/** A value in the unit of the reader. */
export interface ShownValue {
  readonly text: string;
  /** '' where it has none. */
  readonly unit: string;
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

const knownFormats = new Map<string, Intl.NumberFormat>();

/** Kept: to make one takes longer than to format a hundred numbers. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.minimumFractionDigits} ${options.maximumFractionDigits} ${options.signDisplay}`;
  const format = knownFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  knownFormats.set(key, format);
  return format;
}

const formatNumber = (locale: string, value: number, decimals: number): string =>
  numberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);

const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`);

/** Numbers and values. */
function valueFormats(t: Translator, choices: FormatChoices) {
  const { locale } = t;
  /** A stored value with its unit apart: 91.8 and °F. States are words. */
  const value = (sensorMetricId: string, column: string, stored: number): ShownValue => {
    const state = stateText(t, sensorMetricId, stored);
    if (state !== null) return { text: state, unit: '' };
    const shown = displayValue(sensorMetricId, column, stored, choices);
    // No "-0.0".
    const number = Number(shown.text) === 0 ? 0 : shown.value;
    return {
      text: formatNumber(locale, number, shown.text.split('.')[1]?.length ?? 0),
      unit: unitText(t, shown.unit, number),
    };
  };
  const valueText = (sensorMetricId: string, column: string, stored: number): string => {
    const { text, unit } = value(sensorMetricId, column, stored);
    return withUnit(text, unit);
  };
  const differenceText = (sensorMetricId: string, column: string, stored: number): string => {
    const { factor, unit } = differenceScale(sensorMetricId, column, choices);
    const decimals = displayValue(sensorMetricId, column, stored, choices).text.split('.')[1]?.length ?? 0;
    return withUnit(formatNumber(locale, stored * factor, decimals), unitText(t, unit, stored));
  };
  return {
    value,
    /** 91.8 °F */
    valueText,
    /** What a condition compares, or its limit: of a change over a time 9.0 °F, of a number of readings 10. */
    operandText({ sensorMetricId, column, calc = EACH_READING }: Compared, stored: number): string {
      const result = resultOf(calc);
      if (result === 'count') return numberFormat(locale, {}).format(stored);
      return (result === 'value' ? valueText : differenceText)(sensorMetricId, column, stored);
    },
    /** 2.8 °F, how far two stored values are apart, with the decimals of the metric */
    distance: (sensorMetricId: string, column: string, stored: number): string =>
      differenceText(sensorMetricId, column, Math.abs(stored)),
    /** +1.8 °F, of the difference of two stored values */
    difference(sensorMetricId: string, column: string, stored: number): string {
      const { factor, unit } = differenceScale(sensorMetricId, column, choices);
      const options = { maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const;
      const text = numberFormat(locale, options).format(stored * factor);
      return withUnit(text, unitText(t, unit));
    },
    /** 1,234.5 */
    number: (number: number, decimals = 0): string => formatNumber(locale, number, decimals),
    /** 1,234.5, with as many decimals as it has, and `most` of them at most */
    shortNumber: (number: number, most: number): string =>
      numberFormat(locale, { maximumFractionDigits: most }).format(number),
    /** 1.2 GB, in decimal units */
    bytes(bytes: number): string {
      const step = bytes < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
      const scaled = bytes / 1000 ** step;
      return `${formatNumber(locale, scaled, scaled < 10 && step > 0 ? 1 : 0)} ${BYTE_UNITS[step]}`;
    },
  };
}

/** `timezone`: of the location whose times are shown. */
export const createFormats = (t: Translator, choices: FormatChoices, timezone: string) => ({
  ...valueFormats(t, choices),
  ...createTimeFormats(t, choices, timezone),
});

export type Formats = ReturnType<typeof createFormats>;
