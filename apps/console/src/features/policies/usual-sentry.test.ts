import { expect, test } from 'vitest';
import { keptUsualSentry } from './usual-sentry.ts';

const on = (...guids: readonly string[]) => guids.map((guid) => ({ sentry: { guid, name: guid } }));

test('the sentry with most alerts', () => {
  expect(keptUsualSentry(null, 'policy', undefined)).toBeNull();
  expect(keptUsualSentry(null, 'policy', on('a', 'b', 'b'))).toEqual({ policy: 'policy', sentry: 'b' });
  expect(keptUsualSentry(null, 'policy', [])).toEqual({ policy: 'policy', sentry: undefined });
  expect(keptUsualSentry(null, null, on('a'))).toBeNull();
});

test('alerts that arrive later change nothing, those of another policy do', () => {
  const kept = keptUsualSentry(null, 'policy', on('a', 'b', 'b'));
  expect(keptUsualSentry(kept, 'policy', on('a', 'a', 'a', 'b', 'b'))).toBe(kept);
  const none = keptUsualSentry(null, 'policy', []);
  expect(keptUsualSentry(none, 'policy', on('a'))).toBe(none);
  expect(keptUsualSentry(kept, 'other', on('a'))).toEqual({ policy: 'other', sentry: 'a' });
});
