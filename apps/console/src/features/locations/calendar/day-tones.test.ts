import { describe, expect, test } from 'vitest';
import { type DayTone, dayTones, toneColor } from './day-tones.ts';
import type { CalendarDay } from './use-calendar.ts';

const day = (critical: number, warning: number, info: number, outOfRangeMinutes = 0): CalendarDay => ({
  day: '2026-11-22',
  alerts: critical + warning + info,
  bySeverity: { critical, warning, info },
  worst: 'none',
  outOfRangeMinutes,
  hasReadings: true,
});

describe('a day is colored', () => {
  const months: readonly (readonly [how: string, days: readonly CalendarDay[], tones: readonly DayTone[]])[] = [
    ['not at all, where nothing happened', [day(0, 0, 0)], [{ tone: null, share: 0 }]],
    [
      'by its worst alert, however many others there are',
      [day(1, 0, 40), day(0, 1, 40), day(0, 0, 40)],
      [
        { tone: 'critical', share: 1 },
        { tone: 'warning', share: 1 },
        { tone: 'info', share: 1 },
      ],
    ],
    [
      'the stronger the more of that severity',
      [day(4, 9, 0), day(1, 0, 50), day(0, 0, 2), day(0, 0, 8)],
      [
        { tone: 'critical', share: 1 },
        { tone: 'critical', share: 0.5 },
        { tone: 'info', share: 0.5 },
        { tone: 'info', share: 1 },
      ],
    ],
  ];

  test.each(months)('%s', (_, days, tones) => {
    expect(dayTones(days, 'alerts')).toEqual(tones);
  });

  test('by its time out of range, in one color', () => {
    expect(dayTones([day(1, 0, 0, 60), day(0, 0, 3, 240), day(2, 0, 0)], 'minutes')).toEqual([
      { tone: 'warning', share: 0.5 },
      { tone: 'warning', share: 1 },
      { tone: null, share: 0 },
    ]);
  });

  test('the most of what is merely reported is paler than one critical alert', () => {
    const percentOf = (color: string): number => Number(/(\d+)%/u.exec(color)?.[1]);
    expect(percentOf(toneColor('info', 1))).toBeLessThan(percentOf(toneColor('critical', 0)));
  });
});
