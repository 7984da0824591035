import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasEnded,
  type KnownWarning,
  reconcileWarnings,
  type Warning,
  weatherProvidersAt,
  weatherSeverity,
} from './weather.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 4, 14, 16);

const warning = (change: Partial<Warning> = {}): Warning => ({
  key: 'KPSR.EH.W.0003',
  messageId: 'one',
  sentAt: NOW - HOUR,
  onsetAt: NOW,
  endsAt: NOW + 6 * HOUR,
  isOver: false,
  event: 'Extreme Heat Warning',
  headline: 'Extreme Heat Warning until 10 PM',
  description: '',
  instruction: '',
  severity: 320,
  ...change,
});
const known = (change: Partial<KnownWarning> = {}): KnownWarning => ({
  ...warning(),
  alert: 'alert-1',
  isOpen: true,
  ...change,
});

describe('the steps for the active warnings of a service', () => {
  test.each<[string, readonly KnownWarning[], readonly Warning[], readonly unknown[]]>([
    ['something new is raised', [], [warning()], [{ type: 'RAISE', warning: warning() }]],
    [
      'said twice, it is raised once',
      [],
      [warning(), warning({ messageId: 'two' })],
      [{ type: 'RAISE', warning: warning() }],
    ],
    ['the same again changes nothing', [known()], [warning()], []],
    [
      'a newer message is written down',
      [known()],
      [warning({ messageId: 'two', sentAt: NOW })],
      [{ type: 'UPDATE', alert: 'alert-1', warning: warning({ messageId: 'two', sentAt: NOW }) }],
    ],
    [
      'a message whose end was changed under its number is written down',
      [known({ endsAt: NOW })],
      [warning({ endsAt: null })],
      [{ type: 'UPDATE', alert: 'alert-1', warning: warning({ endsAt: null }) }],
    ],
    ['an older message changes nothing', [known()], [warning({ messageId: 'zero', sentAt: NOW - 2 * HOUR })], []],
    [
      'what becomes more severe is notified again',
      [known()],
      [warning({ messageId: 'two', sentAt: NOW, severity: 400 })],
      [
        { type: 'CLOSE', alert: 'alert-1', key: 'KPSR.EH.W.0003', at: NOW, mayReturn: false },
        { type: 'RAISE', warning: warning({ messageId: 'two', sentAt: NOW, severity: 400 }) },
      ],
    ],
    [
      'what is no longer listed is over, and may return',
      [known()],
      [],
      [{ type: 'CLOSE', alert: 'alert-1', key: 'KPSR.EH.W.0003', at: NOW, mayReturn: true }],
    ],
    [
      'over by its own time, it ended then',
      [known({ endsAt: NOW - HOUR })],
      [],
      [{ type: 'CLOSE', alert: 'alert-1', key: 'KPSR.EH.W.0003', at: NOW - HOUR, mayReturn: true }],
    ],
    [
      'called off, it is over',
      [known()],
      [warning({ messageId: 'two', sentAt: NOW, isOver: true })],
      [{ type: 'CLOSE', alert: 'alert-1', key: 'KPSR.EH.W.0003', at: NOW, mayReturn: false }],
    ],
    ['without an end it goes on', [known({ endsAt: null })], [warning({ endsAt: null })], []],
    ['called off and still listed it stays closed', [known({ isOpen: false })], [warning()], []],
    [
      'the same number of another event opens again',
      [known({ isOpen: false, sentAt: NOW - 9000 * HOUR })],
      [warning()],
      [{ type: 'RAISE', warning: warning() }],
    ],
    ['what is over already is not raised', [], [warning({ endsAt: NOW })], []],
  ])('%s', (_name, before, active, steps) => {
    expect(reconcileWarnings(before, active, NOW)).toEqual(steps);
  });

  test('in any order of messages: one open alert per event, and a second poll changes nothing', () => {
    const anyWarning = fc
      .record({
        key: fc.constantFrom('a', 'b', 'c'),
        message: fc.integer({ min: 0, max: 5 }),
        ends: fc.option(fc.integer({ min: -3, max: 5 }), { nil: null }),
        isOver: fc.boolean(),
        severity: fc.constantFrom(100, 230, 320, 400),
      })
      .map(({ key, message, ends, isOver, severity }) =>
        warning({
          key,
          messageId: `${key}${message}`,
          sentAt: NOW + message * 60_000,
          endsAt: ends === null ? null : NOW + ends * HOUR,
          isOver,
          severity,
        }),
      );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.array(anyWarning, { maxLength: 6 }), fc.integer({ min: 0, max: 3 })), { maxLength: 8 }),
        (polls) => {
          let state: KnownWarning[] = [];
          let now = NOW;
          let alerts = 0;
          const apply = (steps: ReturnType<typeof reconcileWarnings>): void => {
            for (const step of steps) {
              if (step.type === 'CLOSE') {
                expect(state.some(({ alert, isOpen }) => alert === step.alert && isOpen)).toBe(true);
                expect(step.at).toBeLessThanOrEqual(now);
                const forgotten = step.mayReturn ? { sentAt: 0 } : {};
                state = state.map((one) => (one.alert === step.alert ? { ...one, isOpen: false, ...forgotten } : one));
              } else if (step.type === 'RAISE') {
                expect(state.some(({ key, isOpen }) => key === step.warning.key && isOpen)).toBe(false);
                alerts += 1;
                state = [
                  ...state.filter(({ key }) => key !== step.warning.key),
                  { ...step.warning, alert: `alert-${alerts}`, isOpen: true },
                ];
              } else state = state.map((one) => (one.alert === step.alert ? { ...one, ...step.warning } : one));
            }
          };
          for (const [active, hours] of polls) {
            now += hours * HOUR;
            apply(reconcileWarnings(state, active, now));
            expect(reconcileWarnings(state, active, now)).toEqual([]);
            for (const one of state.filter(({ isOpen }) => isOpen)) expect(hasEnded(one, now)).toBe(false);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test('coverage of providers, and severities', () => {
  expect(weatherProvidersAt({ latitude: 33.4, longitude: -112 })).toEqual(['NWS']);
  expect(weatherProvidersAt({ latitude: 59.9, longitude: 10.7 })).toEqual(['METNO']);
  expect(weatherProvidersAt({ latitude: 47.4, longitude: 8.5 })).toEqual([]);
  expect(['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown', 'Odd'].map(weatherSeverity)).toEqual([
    400, 320, 230, 100, 100, 100,
  ]);
});
