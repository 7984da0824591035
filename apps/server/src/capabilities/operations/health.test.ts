/** What health says of a database that does not answer. */
import { expect, test, vi } from 'vitest';
import { createLog } from '../../platform/logging/log.ts';
import { createHealth } from './health.ts';

test('a database that does not answer in time is too slow, and the step it hangs in is named', async () => {
  vi.useFakeTimers();
  try {
    const health = createHealth(
      createLog('silent'),
      (_limit, at) => {
        at('state');
        return new Promise<never>(() => {});
      },
      () => null,
    );
    const problem = health.problem();
    await vi.runAllTimersAsync();
    expect(await problem).toEqual({
      step: 'state',
      cause: 'no answer within 3 s',
      kind: 'TOO_SLOW',
      message: 'no answer within 3 s',
    });
  } finally {
    vi.useRealTimers();
  }
});
