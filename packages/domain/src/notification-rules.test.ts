import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainFor, DEFAULT_RULES, type EscalationChain, nextEscalation } from './escalations.ts';
import { exceedsCause, findRootAlert, type IncidentAlert } from './incidents.ts';
import {
  commonMinSeverity,
  DEFAULT_NOTIFICATIONS,
  type Digest,
  digestSpan,
  isSubscribed,
  type NotificationPreferences,
  nextDigest,
  quietHoursUntil,
  withMinSeverity,
} from './notification-preferences.ts';

const instant = (local: string, zone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const local = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime().toString();

/**
 * The days on which clocks go forward, and back: by half an hour, in the south, and at midnight, where it is the day before
 * that is longer.
 */
const CHANGES: readonly (readonly [string, string, string, number, string])[] = [
  ['Europe/Zurich', '2026-03-29', '2026-10-25', 60, '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01', 60, '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-04-05', 30, '2026-04-05'],
  ['Pacific/Auckland', '2026-09-27', '2026-04-05', 60, '2026-04-05'],
  ['America/Santiago', '2026-09-06', '2026-04-05', 60, '2026-04-04'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30', 60, '2026-10-29'],
];

const HOUR = 3_600_000;
const quietFor = (timezone: string, beginHour: number, endHour: number): NotificationPreferences => ({
  ...DEFAULT_NOTIFICATIONS,
  quietHours: {
    schedule: { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour, beginMinute: 0, endHour, endMinute: 0 },
    timezone,
    except: 'off',
    channels: ['EMAIL'],
  },
});

describe.each(CHANGES)('over the clock changes of %s', (zone, forward, back, minutes, longer) => {
  const nights = quietFor(zone, 22, 7);
  const until = (at: number): number | null => quietHoursUntil(nights, 400, 'EMAIL', at);

  test('quiet hours begin and end by the clock on the wall, however long the night is', () => {
    for (const day of [forward, back]) {
      const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
      const begin = instant(`${before}T22:00`, zone);
      const end = instant(`${day}T07:00`, zone);
      expect(end - begin - 9 * HOUR).toBe((day === forward ? -1 : 1) * minutes * 60_000);
      expect(until(begin - 1)).toBeNull();
      expect(until(begin)).toBe(end - 1);
      expect(until((begin + end) / 2)).toBe(end - 1);
      expect(until(end - 1)).toBe(end - 1);
      expect(until(end)).toBeNull();
    }
  });

  test('quiet hours that begin or end within the change hold no instant twice and none for ever', () => {
    for (const [begin, end] of [
      [1, 3],
      [2, 4],
      [0, 2],
      [3, 6],
      [23, 1],
    ] as const)
      for (const day of [forward, back]) {
        const preferences = quietFor(zone, begin, end);
        const start = instant(`${day}T00:00`, zone) - 2 * HOUR;
        for (let at = start; at < start + 12 * HOUR; at += 600_000) {
          const held = quietHoursUntil(preferences, 400, 'EMAIL', at);
          if (held !== null) expect(held - at).toBeLessThanOrEqual((((end - begin + 24) % 24) + 1) * HOUR);
        }
        const noon = instant(`${day}T12:00`, zone);
        expect(quietHoursUntil(preferences, 400, 'EMAIL', noon)).toBeNull();
      }
  });

  test('a daily summary comes once on every local day, at its hour, or as soon as that exists', () => {
    for (const day of [forward, back])
      for (const hour of [0, 1, 2, 3, 7, 23]) {
        const digest: Digest = { frequency: 'DAILY', hour, dayOfWeek: 1, timezone: zone };
        let at = instant(`${day}T00:00`, zone) - 30 * HOUR;
        const days = new Set<string>();
        for (let count = 0; count < 4; count += 1) {
          const due = nextDigest(digest, at);
          expect(due).toBeGreaterThan(at);
          const wall = local(due, zone);
          days.add(wall.slice(0, 10));
          const asked = instant(`${wall.slice(0, 10)}T${String(hour).padStart(2, '0')}:00`, zone);
          expect(due).toBe(asked);
          at = due;
        }
        expect(days.size).toBe(4);
      }
  });

  test('a summary speaks of a whole local day, 23 or 25 hours (or a half off) on these', () => {
    for (const [day, hours] of [
      [forward, 24 - minutes / 60],
      [longer, 24 + minutes / 60],
    ] as const) {
      const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
      const digest: Digest = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: zone };
      const { from, to } = digestSpan(digest, instant(`${next}T07:00`, zone));
      expect((to - from) / HOUR).toBe(hours);
      const weekly = digestSpan({ ...digest, frequency: 'WEEKLY' }, instant(`${next}T07:00`, zone));
      expect((weekly.to - weekly.from) / HOUR).toBe(6 * 24 + hours);
    }
  });

  test('a weekly summary comes on its day', () => {
    const digest: Digest = { frequency: 'WEEKLY', hour: 2, dayOfWeek: 7, timezone: zone };
    let at = instant(`${forward}T00:00`, zone) - 10 * 24 * HOUR;
    for (let count = 0; count < 4; count += 1) {
      at = nextDigest(digest, at);
      expect(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).dayOfWeek).toBe(7);
    }
  });
});

describe('escalation', () => {
  const chain: EscalationChain = {
    name: 'All',
    minSeverity: 300,
    locations: ['a'],
    steps: [
      { afterMinutes: 20, audience: { kind: 'NOTIFIED' } },
      { afterMinutes: 60, audience: { kind: 'ADMINS' } },
    ],
    repeatMinutes: 120,
    maxRepeats: 2,
  };

  test('steps, then repeats, then nothing; real minutes, whatever the clocks do', () => {
    const begun = instant('2026-03-29T01:30', 'Europe/Zurich');
    const given: [number, number][] = [];
    let last = begun;
    for (let count = 1; ; count += 1) {
      const next = nextEscalation(chain, last, count);
      if (next === null) break;
      given.push([next.number, (next.at - begun) / 60_000]);
      last = next.at;
    }
    expect(given).toEqual([
      [2, 20],
      [3, 60],
      [4, 180],
      [5, 300],
    ]);
  });

  test('the first chain that fits', () => {
    expect(chainFor({ chains: [chain] }, { severity: 400, location: 'a' })).toBe(chain);
    expect(chainFor({ chains: [chain] }, { severity: 400, location: 'b' })).toBeNull();
    expect(chainFor({ chains: [chain] }, { severity: 299, location: 'a' })).toBeNull();
    expect(chainFor(DEFAULT_RULES, { severity: 300, location: null })?.name).toBe('Critical alerts');
  });

  test('notifications never go back in time and always end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 5 }),
        fc.option(fc.integer({ min: 1, max: 500 })),
        fc.integer({ min: 0, max: 10 }),
        (gaps, repeatMinutes, maxRepeats) => {
          let after = 0;
          const steps = gaps.map((gap) => {
            after += gap;
            return { afterMinutes: after, audience: { kind: 'NOTIFIED' as const } };
          });
          const any: EscalationChain = { ...chain, steps, repeatMinutes, maxRepeats };
          let last = 0;
          let count = 1;
          for (let next = nextEscalation(any, last, count); next !== null; next = nextEscalation(any, last, count)) {
            expect(next.at).toBeGreaterThan(last);
            last = next.at;
            count = next.number;
            expect(count).toBeLessThan(20);
          }
          expect(count - 1).toBe(steps.length + (repeatMinutes === null ? 0 : maxRepeats));
        },
      ),
    );
  });
});

describe('incidents', () => {
  const loss = (
    guid: string,
    sentry: string,
    startedAt: number,
    metric = 'power_onBattery',
    root: string | null = null,
  ) => ({
    guid,
    sentry,
    location: 'site',
    startedAt,
    metrics: [metric],
    root,
  });
  const suspect = (metrics: string[], startedAt: number, sentry = 's1', location = 'site'): IncidentAlert => ({
    guid: 'x',
    sentry,
    location,
    startedAt,
    metrics,
  });

  test.each([
    ['silence of the same sentry, however late', suspect(['sentry_silence'], 9_000_000), 'p1'],
    ['power lost at another sentry a minute later', suspect(['power_onBattery'], 61_000, 's2'), 'p1'],
    ['silence of another sentry hours later', suspect(['sentry_silence'], 9_000_000, 's2'), null],
    ['a radio sensor of the sentry', suspect(['fluid-FX2-F1_missing'], 61_000), 'p1'],
    ['a radio sensor of another', suspect(['fluid-FX2-F1_missing'], 61_000, 's2'), null],
    ['a leak', suspect(['fluid-FX2-F1_leak'], 61_000), null],
    ['somebody who tampers', suspect(['sentry_tamper'], 61_000), null],
    ['heat seen by a camera', suspect(['thermal_temperature'], 61_000), null],
    ['what began before', suspect(['environment_temperature'], 500), null],
    ['another place', suspect(['sentry_silence'], 61_000, 's1', 'elsewhere'), null],
    ['heat and tampering at once', suspect(['environment_temperature', 'sentry_tamper'], 61_000), null],
  ] as const)('%s', (_what, alert, root) => {
    expect(findRootAlert(alert, [loss('p1', 's1', 1000)])).toBe(root);
  });

  test('what follows from something that follows has the one root', () => {
    const losses = [loss('p1', 's1', 1000), loss('p2', 's2', 2000, 'power_onBattery', 'p1')];
    expect(findRootAlert(suspect(['fluid-FX2-F1_missing'], 5000, 's2'), losses)).toBe('p1');
    expect(findRootAlert(suspect(['fluid-FX2-F1_missing'], 5000, 's2'), losses.slice(1))).toBe('p2');
  });

  test('what makes it worse passes', () => {
    expect(exceedsCause({ severity: 999, isLoss: true }, 240)).toBe(true);
    expect(exceedsCause({ severity: 270, isLoss: false }, 240)).toBe(false);
    expect(exceedsCause({ severity: 360, isLoss: false }, 240)).toBe(true);
    expect(exceedsCause({ severity: 240, isLoss: true }, 240)).toBe(false);
  });
});

test('what somebody chose: kind, severity, channel and place together', () => {
  const mine: NotificationPreferences = {
    ...DEFAULT_NOTIFICATIONS,
    matrix: { ...DEFAULT_NOTIFICATIONS.matrix, POLICY: { EMAIL: 'critical', PUSH: 'info' } },
    locations: ['a'],
  };
  const alert = (severity: number, location: string | null = 'a') => ({ kind: 'POLICY' as const, severity, location });
  expect(isSubscribed(mine, alert(299), 'EMAIL')).toBe(false);
  expect(isSubscribed(mine, alert(300), 'EMAIL')).toBe(true);
  expect(isSubscribed(mine, alert(100), 'PUSH')).toBe(true);
  expect(isSubscribed(mine, alert(300, 'b'), 'EMAIL')).toBe(false);
  expect(isSubscribed(mine, alert(300, null), 'EMAIL')).toBe(true);
  // A channel that came later takes its default.
  expect(isSubscribed(mine, alert(200), 'NTFY')).toBe(true);
  expect(isSubscribed(mine, alert(199), 'NTFY')).toBe(false);
});

describe('one severity for everything', () => {
  test('the defaults have one, also on a channel that is added later', () => {
    expect(commonMinSeverity(DEFAULT_NOTIFICATIONS, ['EMAIL', 'PUSH'])).toBe('warning');
    const critical = withMinSeverity(DEFAULT_NOTIFICATIONS, 'critical');
    expect(commonMinSeverity(critical, ['NTFY', 'APPRISE'])).toBe('critical');
    expect(critical.matrix.PERSON).toEqual(DEFAULT_NOTIFICATIONS.matrix.PERSON);
    expect(critical.matrix.POLICY_CHANGE).toEqual(DEFAULT_NOTIFICATIONS.matrix.POLICY_CHANGE);
  });

  test('where a channel differs there is none, unless it is not among those asked for', () => {
    const matrix = { ...DEFAULT_NOTIFICATIONS.matrix, DEVICE: { PUSH: 'off' } } as const;
    const mixed = { ...DEFAULT_NOTIFICATIONS, matrix };
    expect(commonMinSeverity(mixed, ['EMAIL', 'PUSH'])).toBeNull();
    expect(commonMinSeverity(mixed, ['EMAIL'])).toBe('warning');
  });
});
