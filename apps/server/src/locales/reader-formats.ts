/** Times, durations and values in messages, as their reader has them. */
import { Preferences } from '@picket/contracts/accounts';
import { durationParts } from '@picket/domain/ages';
import { DEFAULT_LANGUAGE, type Language, type TimeFormat } from '@picket/domain/languages';
import { type Compared, comparedKind, operandText, operandUnit } from '@picket/domain/operand-units';
import type { Millis } from '@picket/domain/time';
import { displayValue } from '@picket/domain/units';
import { stateWord, unitWord } from '@picket/i18n/metric-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { LOCALES, textsIn } from './server-texts.ts';

/** How somebody reads. */
export interface Reader {
  readonly language: Language;
  readonly useCelsius: boolean;
  readonly timeFormat: TimeFormat;
}

/** How the owner of a profile reads; `preferences` as they are stored. */
export function readerOf(preferences: unknown): Reader {
  const { language, useCelsius, timeFormat } = Preferences.parse(preferences ?? {});
  return { language: language ?? DEFAULT_LANGUAGE, useCelsius, timeFormat };
}

/** Of the zone and the clock; both languages count 24 hours unless the reader wants 12. */
const clockOptions = (timeZone: string, timeFormat: TimeFormat): Intl.DateTimeFormatOptions => ({
  timeZone,
  ...(timeFormat === '12h' ? { hour: 'numeric', hour12: true } : { hour: '2-digit', hourCycle: 'h23' }),
  minute: '2-digit',
});

/** No space that only typesetters know: messages become plain text. */
const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00a0\u202f]/gu, ' ');

export function formatsOf({ language, useCelsius, timeFormat }: Reader) {
  const locale = LOCALES[language];
  const t = textsIn(language);
  const shared = sharedTextsOf(t);
  const format = (at: Millis, options: Intl.DateTimeFormatOptions): string =>
    withPlainSpaces(new Intl.DateTimeFormat(locale, options).format(at));
  /** A decimal number, such as 89.0, as the language writes it; a word stays. */
  const decimal = (text: string): string => {
    if (Number.isNaN(Number(text))) return text;
    const decimals = text.split('.')[1]?.length ?? 0;
    return Number(text).toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  };
  /** A value in the unit of the reader, without the unit; a state is a word. */
  const number = (sensorMetricId: string, column: string, stored: number): string => {
    const state = stateWord(shared, sensorMetricId, stored);
    if (state !== null) return state;
    const { text } = displayValue(sensorMetricId, column, stored, { useCelsius });
    return decimal(text);
  };
  return {
    /** Mon, 2 Mar, 02:10:05 CET */
    dateTime: (at: Millis, timezone: string): string =>
      format(at, {
        ...clockOptions(timezone, timeFormat),
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        second: '2-digit',
        timeZoneName: 'short',
      }),
    /** 02:10 */
    time: (at: Millis, timezone: string): string => format(at, clockOptions(timezone, timeFormat)),
    /** Mon, 2 March */
    day: (at: Millis, timezone: string): string =>
      format(at, { timeZone: timezone, weekday: 'short', day: 'numeric', month: 'long' }),
    /** 3 h 20 min */
    duration: (millis: Millis): string =>
      durationParts(millis)
        .map(({ count, unit }) => t(`messages.duration.${unit}`, { count }))
        .join(' '),
    number,
    decimal,
    /** 5.0 GiB */
    bytes: (bytes: number): string => `${decimal((bytes / 1024 ** 3).toFixed(1))} GiB`,
    /** 91.4 °F */
    value(sensorMetricId: string, column: string, stored: number): string {
      const { unit, value: shown } = displayValue(sensorMetricId, column, stored, { useCelsius });
      const [text, word] = [number(sensorMetricId, column, stored), unitWord(shared, unit, shown)];
      return word === '' ? text : `${text} ${word}`;
    },
    /** What a condition compares, or its limit: of a change over a time 9.0 °F, of a number of readings 10. */
    operand(compared: Compared, stored: number): string {
      if (comparedKind(compared) === 'value') return this.value(compared.sensorMetricId, compared.column, stored);
      const text = decimal(operandText(compared, stored, { useCelsius }));
      const unit = operandUnit(compared, { useCelsius });
      return unit === undefined ? text : `${text} ${unitWord(shared, unit, stored)}`;
    },
  };
}

export type ReaderFormats = ReturnType<typeof formatsOf>;
