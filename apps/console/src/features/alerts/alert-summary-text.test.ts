import type { AlertEvidenceOut } from '@picket/contracts/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats, type Formats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { type Measurement, summaryText } from './alert-summary-text.ts';

const NOW = Date.parse('2026-11-21T02:22:15Z');
const MINUTE = 60_000;
const iso = (at: number): string => new Date(at).toISOString();

const MEASUREMENT: Measurement = {
  sensorMetricId: 'environment_temperature',
  column: 'value',
  operator: 'GREATER_THAN',
  threshold: 31.6667,
  comparesReadings: true,
  at: iso(NOW - 14_000),
  value: 33.2222,
  holdSeconds: 150,
};

const ALERT: AlertEvidenceOut = {
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
  violation: 'Too hot',
  sentry: { guid: 's', name: 'North rack' },
  conditions: [
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      operator: 'GREATER_THAN',
      threshold: 31.6667,
      operand: 32,
    },
  ],
  startedAt: iso(NOW - 12 * MINUTE),
  raisedAt: iso(NOW - 12 * MINUTE),
  sentryOffline: false,
  last_update_ts: iso(NOW),
  readings: [],
  timeline: [],
  comments: [],
  earlierCommentsCursor: null,
  deliveries: [],
  symptoms: [],
  notificationReasons: [],
  measurements: [],
  pictures: {},
  weather: [],
  similar: { days: 90, count: 0, items: [] },
};

let english: Translator;
let german: Translator;
beforeAll(async () => {
  english = await loadTranslator('en', 'en-US');
  german = await loadTranslator('de', 'de-DE');
});

const formatsOf = (t: Translator, useCelsius = false): Formats =>
  createFormats(t, { timeFormat: '24h', weekStart: 'auto', useCelsius }, 'Europe/Zurich');
const plain = (texts: readonly string[]): string => texts.join(' ').replace(/[\u00A0\u202F\u2009]/gu, ' ');

/** What an alert says, with one measurement. */
function shown(
  changes: Partial<AlertEvidenceOut>,
  measured: Partial<Measurement> | null = {},
  t = english,
  useCelsius = false,
): string {
  const measurement = measured === null ? null : { ...MEASUREMENT, ...measured };
  const newest =
    measurement === null ? null : { measurement, newest: { at: Date.parse(measurement.at), value: measurement.value } };
  return plain(summaryText(t, formatsOf(t, useCelsius), { ...ALERT, ...changes }, newest, NOW));
}

describe('open', () => {
  test('how far outside, and where it goes, in the unit of the reader', () => {
    expect(shown({})).toBe('2.8 °F above the limit of 89.0 °F.');
    expect(shown({}, { perMinute: 0.1667 })).toBe('2.8 °F above the limit of 89.0 °F, rising by 0.3 °F a minute.');
    expect(shown({}, { perMinute: -0.25 }, german, true)).toBe(
      '1,6 °C über dem Grenzwert von 31,7 °C, sinkt um 0,3 °C pro Minute.',
    );
    expect(shown({}, { perMinute: 0.001 })).toBe('2.8 °F above the limit of 89.0 °F.');
    const cold = { operator: 'LESS_THAN', threshold: 18.3333, value: 15 };
    expect(shown({}, { ...cold, perMinute: 0.1 })).toBe(
      '6.0 °F below the limit of 65.0 °F, rising by 0.2 °F a minute.',
    );
  });

  test('the freezing point is a limit', () => {
    expect(shown({}, { threshold: 0, value: 1, perMinute: 0.1667 })).toBe(
      '1.8 °F above the limit of 32.0 °F, rising by 0.3 °F a minute.',
    );
  });

  test('a forecast, until it has passed', () => {
    const forecast = { becomes: 'WITHIN' as const, at: iso(NOW + 13 * MINUTE) };
    expect(shown({}, { perMinute: -0.25, forecast })).toMatch(
      / Within the limit in about 15 min if it goes on like this\.$/u,
    );
    expect(shown({}, { forecast: { ...forecast, at: iso(NOW - 1000) } })).toBe('2.8 °F above the limit of 89.0 °F.');
  });

  test('back within limits: when it clears, or that it waits', () => {
    const within = { value: 29 };
    const exit = { since: iso(NOW - 20_000), clearsAt: iso(NOW + 100_000) };
    expect(shown({ exit }, within)).toBe('Back within limits. Clears in 1:40.');
    expect(shown({ exit: { ...exit, clearsAt: iso(NOW + 3_730_000) } }, within)).toBe(
      'Back within limits. Clears in 1:02:10.',
    );
    expect(shown({ exit: { ...exit, clearsAt: iso(NOW - 5000) } }, within)).toBe('Back within limits. Clears in 0:00.');
    expect(shown({ exit: { since: exit.since } }, within)).toBe(
      'Back within limits. It clears after more readings within them.',
    );
    // A reading that has just arrived is newer than the exit that was requested.
    expect(shown({ exit })).toBe('2.8 °F above the limit of 89.0 °F.');
  });

  test('what has no limit: states, aggregates, silence, alerts of people', () => {
    expect(shown({}, { sensorMetricId: 'fluid-FX2-1_leak', threshold: 0, value: 1 })).toBe('The sensor reports: leak.');
    expect(shown({}, { comparesReadings: false })).toBe('The sensor reports: 91.8 °F.');
    expect(shown({}, null)).toBe('Open for 12 min.');
    expect(shown({ sentryOffline: true })).toMatch(/^The sentry is offline/u);
    const [condition] = ALERT.conditions;
    const silence = condition === undefined ? [] : [{ ...condition, sensorMetricId: 'sentry_silence' }];
    expect(shown({ conditions: silence }, null)).toBe('No report from North rack for 12 min.');
  });
});

describe('ended', () => {
  const ended = { endedAt: iso(NOW - 2 * MINUTE), clearedAt: iso(NOW) };
  const readings = [29, 33, 35, 34, 29].map((value, index) => ({
    sensorMetricId: 'environment_temperature',
    column: 'value',
    at: iso(NOW - (14 - index * 3) * MINUTE),
    value,
  }));

  test('how long, and how far it went', () => {
    expect(shown({ state: 'CLEARED', ...ended }, null)).toBe('It lasted 10 min and ended Nov 21, 2026, 03:20.');
    expect(shown({ state: 'CLEARED', ...ended, readings })).toBe(
      'It lasted 10 min and ended Nov 21, 2026, 03:20. The highest value was 95.0 °F, the limit 89.0 °F.',
    );
    expect(shown({ state: 'RECOVERED', ...ended })).toMatch(/^It ended after 10 min and stays here/u);
    expect(shown({ state: 'RESOLVED', ...ended, resolved: { by: 'Ada', at: iso(NOW) } })).toBe(
      'Ada resolved it after 10 min.',
    );
  });

  test('corrected and withdrawn by late readings; an edit says nothing', () => {
    expect(shown({ state: 'CLEARED', ...ended, corrected: true }, null)).toMatch(/Late readings changed its times\.$/u);
    expect(shown({ withdrawn: true })).toMatch(/^Later readings showed that this did not happen/u);
    expect(shown({ kind: 'POLICY_CHANGE_ALERT' }, null)).toBe('');
  });
});
