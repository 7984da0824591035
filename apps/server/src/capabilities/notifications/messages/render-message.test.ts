import type { Aggregation } from '@picket/domain/aggregations';
import { describe, expect, test } from 'vitest';
import { describeGraph } from './describe-graph.ts';
import type { MessageContent, MessageItem } from './message-content.ts';
import { renderMessage, toPlainText } from './render-message.ts';

const START = Date.UTC(2026, 2, 2, 1, 10, 5);
const HOUR = 3_600_000;

const item = (part: Partial<MessageItem> = {}): MessageItem => ({
  alert: 'a',
  change: 'RAISED',
  occurrence: 1,
  notificationNumber: null,
  severity: 360,
  message: 'Too hot',
  problem: null,
  location: { guid: 'l', name: 'Cold store', timezone: 'Europe/Zurich' },
  sentry: 'Rack 7',
  policy: 'Room temperature',
  subject: null,
  conditions: [
    {
      sensorMetricId: 'environment_temperature',
      column: 'value',
      operator: 'GREATER_THAN',
      threshold: 31.6667,
      operand: 33,
    },
  ],
  startedAt: START,
  clearedAt: null,
  withdrawn: false,
  suppressedFor: null,
  symptoms: 0,
  changes: [],
  video: null,
  kind: 'POLICY_ALERT_WITH_READINGS',
  ...part,
});

const content = (items: readonly MessageItem[], part: Partial<MessageContent> = {}): MessageContent => ({
  kind: 'ALERTS',
  language: 'en',
  useCelsius: false,
  timeFormat: 'auto',
  tenantName: 'Acme',
  at: START + 60_000,
  items: [...items],
  digest: null,
  ...part,
});

describe('what was measured', () => {
  const measured = (calc: { grab: Aggregation; minutes: number }, operand: number, threshold: number) => {
    const conditions = item().conditions.map((one) => ({ ...one, calc, operand, threshold }));
    return toPlainText(renderMessage(content([item({ conditions })])), 'en').join('\n');
  };

  test('a change is called one, and has no zero of Fahrenheit', () => {
    expect(measured({ grab: 'DELTA', minutes: 60 }, 7, 5)).toContain(
      'Change of 12.6 °F in 1 h, the limit is above 9.0 °F',
    );
  });

  test('over no time it is the reading itself, whatever is computed otherwise', () => {
    expect(measured({ grab: 'DELTA', minutes: 0 }, 35, 30)).toContain('95.0 °F, the limit is above 86.0 °F');
    expect(measured({ grab: 'COUNT', minutes: 0 }, 35, 30)).toContain('95.0 °F, the limit is above 86.0 °F');
  });

  test('a number of readings is called one, and has no unit', () => {
    expect(measured({ grab: 'COUNT', minutes: 60 }, 10, 8)).toContain('10 readings in 1 h, the limit is above 8');
  });
});

describe('what a message says', () => {
  test.each([
    ['it begins', content([item()]), 'Critical: Too hot at Cold store'],
    [
      'it is over',
      content([item({ change: 'CLEARED', clearedAt: START + HOUR })]),
      'Over: Too hot at Cold store, after 1 h',
    ],
    [
      'it never happened',
      content([item({ change: 'CLEARED', clearedAt: START + HOUR, withdrawn: true })]),
      'Withdrawn: Too hot at Cold store',
    ],
    ['both at once', content([item({ clearedAt: START + 8000 })]), 'Was on for 8 s: Too hot at Cold store'],
    [
      'it is still on',
      content([item({ change: 'REMINDER', notificationNumber: 3 })], { at: START + 3 * HOUR + 20 * 60_000 }),
      'Still on, 3 h 20 min, third notification: Too hot at Cold store',
    ],
    [
      'an event',
      content([item({ change: 'OCCURRED', clearedAt: START, severity: 110 })]),
      'Info: Too hot at Cold store',
    ],
    ['several', content([item(), item({ severity: 240 })]), 'Critical: 2 alerts at Cold store'],
    [
      'some on, some over',
      content([item(), item({ change: 'CLEARED', clearedAt: START + HOUR })]),
      'Critical: 1 on, 1 over at Cold store',
    ],
    [
      'some on, some over, of the organization, German',
      content([item({ location: null, severity: 240 }), item({ location: null, clearedAt: START + HOUR })], {
        language: 'de',
      }),
      'Warnung: 1 offen, 1 beendet',
    ],
    [
      'a summary of one',
      content([item({ suppressedFor: 'QUIET_HOURS' })], { kind: 'SUMMARY' }),
      'Critical: Too hot at Cold store',
    ],
    [
      'a summary leads with the worst that is on',
      content([item({ severity: 240 }), item(), item({ severity: 999, clearedAt: START + HOUR })], { kind: 'SUMMARY' }),
      'Critical: 2 alerts are still on, 1 over',
    ],
    [
      'a summary, German',
      content([item({ severity: 240 }), item({ severity: 240 })], { kind: 'SUMMARY', language: 'de' }),
      'Warnung: 2 Alarme sind noch offen',
    ],
    [
      'a summary of one that is over',
      content([item({ change: 'CLEARED', clearedAt: START + HOUR, suppressedFor: 'QUIET_HOURS' })], {
        kind: 'SUMMARY',
      }),
      'Over: Too hot at Cold store, after 1 h',
    ],
    [
      'late ones',
      content([item({ change: 'OCCURRED' }), item({ change: 'OCCURRED' })], { kind: 'LATE' }),
      'What happened at Rack 7, Cold store while it could not be reached',
    ],
    [
      'a reminder of what is over meanwhile',
      content([item({ change: 'REMINDER', notificationNumber: 2, clearedAt: START + HOUR })]),
      'Was on for 1 h: Too hot at Cold store',
    ],
    [
      'German, begun and ended',
      content([item({ clearedAt: START + 8000 })], { language: 'de' }),
      'Dauerte 8 s: Zu heiß, Cold store',
    ],
    ['the organization', content([item({ location: null })]), 'Critical: Too hot'],
    ['German', content([item()], { language: 'de' }), 'Kritisch: Zu heiß, Cold store'],
    [
      'German, still on',
      content([item({ change: 'REMINDER', notificationNumber: 2 })], { language: 'de', at: START + HOUR }),
      'Noch offen, 1 h, 2. Benachrichtigung: Zu heiß, Cold store',
    ],
  ] as const)('%s', (_what, message, title) => {
    expect(renderMessage(message).title).toBe(title);
  });

  test('units and times are those of who reads, and of the place', () => {
    const [measured, where] = toPlainText(renderMessage(content([item()])), 'en');
    expect(measured).toBe('91.4 °F, the limit is above 89.0 °F');
    expect(where).toMatch(/^Since Mon,? 2 Mar,? 02:10:05 (CET|GMT\+1) · Rack 7 · Room temperature$/u);
    expect(toPlainText(renderMessage(content([item()], { useCelsius: true })), 'en')[0]).toBe(
      '33.0 °C, the limit is above 31.7 °C',
    );
  });

  test('the worst comes first, what is over last, and of many only the first dozen', () => {
    const many = Array.from({ length: 20 }, (_, index) => item({ alert: `a${index}`, severity: 200 + index }));
    const { lines, more } = renderMessage(content([item({ change: 'CLEARED', clearedAt: START + 1 }), ...many]));
    expect(lines[0]?.alert).toBe('a19');
    expect(lines.length).toBe(12);
    expect(more).toBe(9);
  });

  test('what follows from it, and why it comes late, is said', () => {
    const [line] = renderMessage(content([item({ symptoms: 9, suppressedFor: 'MAINTENANCE' })])).lines;
    expect(line?.details).toContain('9 more alerts follow from it');
    expect(line?.details).toContain('Suppressed during maintenance');
  });
});

test('a summary of what came late says how much it is, and from when to when', () => {
  const late = [
    item({ clearedAt: START + HOUR }),
    item({ alert: 'b', startedAt: START + HOUR, clearedAt: START + 2 * HOUR }),
  ];
  const { intro, lines } = renderMessage(content(late, { kind: 'LATE' }));
  expect(intro).toMatch(/^2 alerts from Mon,? 2 Mar,? 02:10:05 .* to Mon,? 2 Mar,? 04:10:05 .*It is over:$/u);
  expect(lines[0]?.details.join()).toContain('it is over');
  expect(renderMessage(content(late, { kind: 'LATE', language: 'de' })).intro).toMatch(
    /^2 Alarme von .* Es ist vorbei:$/u,
  );
});

test('an edit, with its limits as its reader writes them', () => {
  const change: MessageItem['changes'][number] = {
    code: 'CONDITION_CHANGED',
    text: '',
    subject: 'Too hot',
    condition: { sensorMetricId: 'environment_temperature', column: 'value' },
    fields: [{ field: 'threshold', before: 31.6667, after: 35 }],
  };
  const edited = item({ change: 'OCCURRED', clearedAt: START, severity: 110, conditions: [], changes: [change] });
  const { title, lines } = renderMessage(content([edited], { language: 'de', useCelsius: true }));
  expect(title).toBe('Hinweis: Raumtemperatur: Bedingung geändert: Zu heiß, Temperatur, Cold store');
  expect(lines[0]?.details[0]).toBe('Bedingung geändert: Zu heiß, Temperatur (Grenzwert 31,7 °C → 35,0 °C)');
});

test('a graph in words', () => {
  const description = {
    label: 'temperature',
    sentry: 'Rack 4',
    location: 'Cold store',
    from: '14:00',
    to: '15:00',
    least: '21.3',
    most: '38.4 °C',
    limit: '31.7 °C',
  };
  expect(describeGraph('en', description)).toEqual({
    alt: 'Temperature of Rack 4, 14:00 to 15:00: from 21.3 to 38.4 °C, limit 31.7 °C',
    caption: 'Temperature · Rack 4 · Cold store',
  });
  expect(describeGraph('de', description).alt).toBe(
    'Temperature von Rack 4, 14:00 bis 15:00: von 21.3 bis 38.4 °C, Grenzwert 31.7 °C',
  );
});
