/** No change is overwritten unseen: what replaces a thing that people edit takes the version that it was based on. */
import { expect, test } from 'vitest';
import { ENDPOINT_KEYS, type EndpointKey } from '../endpoints.ts';
import { hasPreconditions } from './operation-errors.ts';

/** Operations that replace nothing a person may have edited meanwhile, each with the reason. */
const EXCEPTIONS: Partial<Record<EndpointKey, string>> = {
  'PUT /get-started/{step}': 'sets one mark to what the body says: nothing of an earlier value is kept or lost',
  'PATCH /sentry/video/{clip}/{part}': 'bytes of a device; Upload-Offset is their precondition',
  'PUT /sentry/video/{clip}/{part}': 'bytes of a device, compared with the hash that was announced',
};

const REPLACING = ENDPOINT_KEYS.filter((key) => /^(?:PUT|PATCH) /u.test(key));

test.each(REPLACING)('%s declares its precondition, or is a listed exception', (key) => {
  // A row declares it by a `last_update_ts` in what it returns, or in what GET of the same path returns.
  expect(hasPreconditions(key)).toBe(EXCEPTIONS[key] === undefined);
});

test('every exception is an operation that replaces', () => {
  const listed: readonly string[] = Object.keys(EXCEPTIONS);
  expect(listed.filter((key) => !REPLACING.some((one) => one === key))).toEqual([]);
});
