import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JOBS, type JobRow } from './job-table.ts';

const rows: readonly (readonly [string, JobRow])[] = Object.entries(JOBS);

test('every job has a pause that a timer can wait, and says what it does', () => {
  for (const [name, { pauseMs, what }] of rows) {
    expect(pauseMs, name).toBeGreaterThanOrEqual(250);
    // Beyond that setTimeout fires at once.
    expect(pauseMs, name).toBeLessThan(2 ** 31);
    expect(what, name).toMatch(/^[a-z].+[^.]$/u);
  }
});

test('background jobs run in no other loops', () => {
  const callers = ['jobs.ts', '../capabilities/notifications/notifier.ts'].filter((path) =>
    readFileSync(new URL(path, import.meta.url), 'utf8').includes('every('),
  );
  expect(callers).toHaveLength(2);
  for (const path of callers)
    expect(readFileSync(new URL(path, import.meta.url), 'utf8')).not.toMatch(/set(Timeout|Interval)\(/u);
});
