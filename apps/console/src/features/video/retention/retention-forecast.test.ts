import { describe, expect, test } from 'vitest';
import { forecastRetention } from './retention-forecast.ts';

const GB = 1_000_000_000;
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22);
const agoText = (days: number): string => new Date(NOW - days * DAY).toISOString();

describe('the forecast of video', () => {
  test('nothing is said before there is a day of clips', () => {
    const limits = { keepDays: 30, maxBytes: 50 * GB };
    expect(forecastRetention({ bytes: 0 }, limits, NOW)).toBeNull();
    expect(forecastRetention({ bytes: GB, oldestAt: agoText(0.5) }, limits, NOW)).toBeNull();
  });

  test('a limit that the days fit into is never used up', () => {
    const usage = { bytes: 10 * GB, oldestAt: agoText(10) };
    expect(forecastRetention(usage, { keepDays: 30, maxBytes: 50 * GB }, NOW)).toEqual({
      perDay: GB,
      needed: 30 * GB,
      full: null,
    });
  });

  test('a smaller one is used up on a day, and clips last as long as it has room for', () => {
    const usage = { bytes: 10 * GB, oldestAt: agoText(10) };
    const limits = { keepDays: 30, maxBytes: 20 * GB };
    expect(forecastRetention(usage, limits, NOW)?.full).toEqual({ at: NOW + 10 * DAY, days: 20 });
    expect(forecastRetention({ ...usage, bytes: 30 * GB }, limits, NOW)?.full?.at).toBe(NOW);
  });
});
