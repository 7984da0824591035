import { beforeEach, expect, test, vi } from 'vitest';

let state: typeof import('./service-state.ts');

beforeEach(async () => {
  vi.resetModules();
  state = await import('./service-state.ts');
});

const HOUR = 3_600_000;

test('of what earlier visits have kept, the last answer is the oldest that is shown', () => {
  const now = Date.now();
  // Who is signed in is asked every half minute.
  state.noteKeptResponse(now - 60_000, false);
  expect(state.lastResponseAt()).toBe(now - 60_000);
  state.setServiceState({ state: 'offline', lastResponseAt: state.lastResponseAt() });
  state.noteKeptResponse(now - 3 * HOUR, true);
  state.noteKeptResponse(now - HOUR, true);
  state.noteKeptResponse(now - 60_000, false);
  expect(state.lastResponseAt()).toBe(now - 3 * HOUR);
  expect(state.serviceState()).toEqual({ state: 'offline', lastResponseAt: now - 3 * HOUR });
});

test('what was shown on the page before does not count on the next one', () => {
  const now = Date.now();
  state.noteKeptResponse(now - 3 * HOUR, true);
  state.setServiceState({ state: 'offline', lastResponseAt: state.lastResponseAt() });
  state.notePageChange();
  state.noteKeptResponse(now - HOUR, true);
  expect(state.serviceState()).toEqual({ state: 'offline', lastResponseAt: now - HOUR });
});

test('once something has answered this page, what is kept says nothing', () => {
  state.noteResponse();
  const answeredAt = state.lastResponseAt();
  state.noteKeptResponse(Date.now() - HOUR, true);
  expect(state.lastResponseAt()).toBe(answeredAt);
  expect(state.hasResponded()).toBe(true);
});
