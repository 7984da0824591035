import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../../tests/support/translators.ts';
import { createFormats } from '../../../lib/formats.ts';
import type { Translator } from '../../../lib/texts.ts';
import { alertLimitOf, batteryLeftText, passedLimitText, trendOf } from './trend-text.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOT = { operator: 'GREATER_THAN', threshold: 31.6667 };
const COLD = { operator: 'LESS_THAN', threshold: 18.3333 };

const reading = (rest: Partial<LocationCardOut['readings'][number]> = {}): LocationCardOut['readings'][number] => ({
  sentry: 'rack',
  sentryName: 'Rack 4',
  sensorMetricId: 'environment_temperature',
  column: 'value',
  at: new Date(NOW).toISOString(),
  value: 33.2222,
  holdSeconds: 150,
  sparkline: [],
  ...rest,
});

const AT = new Date(NOW).toISOString();
const alertWith = (condition: Partial<AlertOut['conditions'][number]>): AlertOut => ({
  guid: 'a',
  kind: 'POLICY_ALERT_WITH_READINGS',
  severity: 360,
  severityLabel: 'critical',
  state: 'OPEN',
  muted: false,
  backfilled: false,
  corrected: false,
  withdrawn: false,
  message: 'Too hot',
  sentry: { guid: 'rack', name: 'Rack 4' },
  conditions: [{ sensorMetricId: 'environment_temperature', column: 'value', ...HOT, operand: 33, ...condition }],
  startedAt: AT,
  raisedAt: AT,
  sentryOffline: false,
  last_update_ts: AT,
});

describe('the limit on a tile', () => {
  test('is the one of the worst alert, if that is about the reading', () => {
    expect(alertLimitOf(alertWith({}), reading())).toMatchObject(HOT);
    expect(alertLimitOf(alertWith({}), reading({ sentry: 'other' }))).toBeNull();
    expect(alertLimitOf(undefined, reading())).toBeNull();
  });

  test('may be the freezing point', () => {
    expect(alertLimitOf(alertWith({ threshold: 0 }), reading())).toMatchObject({ threshold: 0 });
  });

  test('is none where the alert is about what is computed over a time', () => {
    expect(alertLimitOf(alertWith({ calc: { grab: 'DELTA', minutes: 60 } }), reading())).toBeNull();
  });
});

describe.each(['en', 'de'] as const)('a tile in %s', (language) => {
  let t: Translator;
  beforeAll(async () => {
    t = await loadTranslator(language, language === 'en' ? 'en-US' : 'de-DE');
  });
  const formats = () => createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius: false }, 'UTC');
  const passed = (perMinute: number, value = 33.2222, limit = HOT) =>
    passedLimitText(t, formats(), reading({ perMinute }), value, limit);

  test('has an arrow as long as the last digit changes within ten minutes', () => {
    const trend = (perMinute?: number) => trendOf(formats(), reading(perMinute === undefined ? {} : { perMinute }));
    expect([trend(), trend(0.001), trend(0.1), trend(-0.1)]).toEqual(['steady', 'steady', 'rising', 'falling']);
  });

  test('says how far a value is past its limit and where it goes', () => {
    expect([passed(0.17), passed(-0.17), passed(0), passed(-0.2, 17.7778, COLD)]).toEqual(
      language === 'en'
        ? [
            '2.8 °F above the limit, rising 0.3 °F a minute',
            '2.8 °F above the limit, falling 0.3 °F a minute',
            '2.8 °F above the limit',
            '1.0 °F below the limit, falling 0.4 °F a minute',
          ]
        : [
            '2,8 °F über dem Grenzwert, steigt um 0,3 °F pro Minute',
            '2,8 °F über dem Grenzwert, fällt um 0,3 °F pro Minute',
            '2,8 °F über dem Grenzwert',
            '1,0 °F unter dem Grenzwert, fällt um 0,4 °F pro Minute',
          ],
    );
    expect(passed(0.1, 25)).toBeNull();
    expect(passedLimitText(t, formats(), reading(), null, HOT)).toBeNull();
  });

  test('says how long a battery lasts, until it should be empty', () => {
    const left = (minutes: number) =>
      batteryLeftText(t, formats(), reading({ batteryEmptyAt: new Date(NOW + minutes * 60_000).toISOString() }), NOW);
    expect(left(41)).toBe(language === 'en' ? 'battery: 40 min left' : 'Batterie: noch 40 min');
    expect(left(-1)).toBeNull();
    expect(batteryLeftText(t, formats(), reading(), NOW)).toBeNull();
  });
});
