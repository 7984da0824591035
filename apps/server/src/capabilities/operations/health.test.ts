/** What health says of a database that does not answer. */
import { expect, test, vi } from 'vitest';
import { createLog } from '../../platform/logging/log.ts';
import { createHealth } from './health.ts';

test('of a database that does not answer in time, how long was waited and the step it hangs in are named', async () => {
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
      cause: 'the database gave no answer within 3 s',
      kind: 'NO_ANSWER',
      message: '3 s',
    });
  } finally {
    vi.useRealTimers();
  }
});
