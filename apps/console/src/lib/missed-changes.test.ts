import type { CallInput } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { mutate } from 'swr';
import { describe, expect, test } from 'vitest';
import { addMissedChange, forgetPending, loadWithChanges } from './missed-changes.ts';

const KEY = 'GET /announcements';
type Response = ResponseOf<typeof KEY>;

const response = (seen: string): Response => ({ items: [], seen, nextCursor: null });

/** What the cache holds of an input. */
const cached = (input: CallInput<typeof KEY>): Promise<Response | undefined> =>
  mutate<Response>([KEY, input], (current: Response | undefined) => current, { revalidate: false });

describe('a response that was under way while something changed', () => {
  test('has the changes since it was requested, in their order, and is put into the cache', async () => {
    const input = { query: { limit: 1 } };
    const { promise, resolve } = Promise.withResolvers<Response>();
    addMissedChange(KEY, () => response('before'));
    const loading = loadWithChanges(KEY, input, () => promise);
    addMissedChange(KEY, (current, of) => ({ ...current, seen: `${current.seen} then ${of.query?.limit}` }));
    addMissedChange(KEY, (current) => ({ ...current, seen: `${current.seen} and last` }));
    addMissedChange('GET /locations', () => ({ items: [], nextCursor: null }));
    resolve(response('first'));
    expect(await loading).toEqual(response('first then 1 and last'));
    expect(await cached(input)).toEqual(response('first then 1 and last'));
  });

  test('leaves the cache to SWR where nothing changed', async () => {
    const input = { query: { limit: 2 } };
    expect(await loadWithChanges(KEY, input, async () => response('alone'))).toEqual(response('alone'));
    addMissedChange(KEY, () => response('after'));
    expect(await cached(input)).toBeUndefined();
  });

  test('does not replace that of a request which began later', async () => {
    const input = { query: { limit: 3 } };
    const [first, second] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
    const loading = [first, second].map(({ promise }) => loadWithChanges(KEY, input, () => promise));
    addMissedChange(KEY, (current) => ({ ...current, seen: `${current.seen}, changed` }));
    second.resolve(response('second'));
    await loading[1];
    first.resolve(response('first'));
    expect(await loading[0]).toEqual(response('first, changed'));
    expect(await cached(input)).toEqual(response('second, changed'));
  });

  test.each([
    ['of this endpoint', KEY],
    ['of all', undefined],
  ] as const)('is not put into the cache where what is under way was forgotten: %s', async (_of, forgotten) => {
    const input = { query: { limit: 4 } };
    const { promise, resolve } = Promise.withResolvers<Response>();
    const loading = loadWithChanges(KEY, input, () => promise);
    addMissedChange(KEY, () => response('of the user before'));
    forgetPending(forgotten);
    resolve(response('first'));
    await loading;
    expect(await cached(input)).toBeUndefined();
  });

  test('is forgotten where the request failed', async () => {
    const failing = loadWithChanges(KEY, {}, () => Promise.reject(new Error('unreachable')));
    addMissedChange(KEY, () => response('changed'));
    await expect(failing).rejects.toThrow('unreachable');
    expect(await cached({})).toBeUndefined();
  });
});
