/**
 * A paginated list. The first page comes from the cache; later pages are loaded on request. When the first page changes, as many
 * pages as are shown are loaded again, and what is shown changes once all of them are there, or one could not be loaded.
 */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { useEffect, useRef, useState } from 'react';
import type { SWRConfiguration } from 'swr';
import { type ApiError, api, useApi } from './api.ts';
import { pagesAfter, type ShownPages, withNewFirst, withOnePageMore } from './later-pages.ts';
import { callInput, type ItemOf, type ListInput, type ListKey, pageOf } from './list-input.ts';

export interface Pages<Item, Page = unknown> {
  /** undefined until the first page is loaded. */
  readonly items: readonly Item[] | undefined;
  /** What the first page says besides its items. */
  readonly firstPage: Page | undefined;
  /** Why the first page could not be loaded. */
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly loadMore: () => void;
  readonly reload: () => Promise<unknown>;
}

/** The first page and those that were loaded after it, of one input. */
interface Shown<K extends ListKey> extends ShownPages<ResponseOf<K>> {
  readonly input: string;
}

/** Pages that were asked for while the same were loaded again stay. */
const longerOf = <K extends ListKey>(now: Shown<K> | null, next: Shown<K>): Shown<K> =>
  now !== null && now.first === next.first && now.later.length > next.later.length ? now : next;

const afterFailure = <K extends ListKey>(now: Shown<K>, first: ResponseOf<K>): Shown<K> | null => {
  const next = withNewFirst(first, now, (page) => pageOf<K>(page).nextCursor);
  return next && { ...next, input: now.input };
};

const lastOf = <K extends ListKey>({ first, later }: Shown<K>): ResponseOf<K> => later.at(-1) ?? first;

export function usePages<K extends ListKey>(
  key: K,
  input: ListInput,
  options: Pick<SWRConfiguration, 'refreshInterval'> = {},
): Pages<ItemOf<K>, ResponseOf<K>> {
  const [extended, setExtended] = useState<Shown<K> | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useApi(key, callInput<K>(input), options);
  const { data } = first;
  const inputKey = JSON.stringify(input);
  const current = useRef({ input: inputKey, first: data });

  const loadAfter = async (page: ResponseOf<K>): Promise<ResponseOf<K> | null> => {
    const cursor = pageOf<K>(page).nextCursor;
    return cursor === null ? null : api(key, callInput<K>({ ...input, query: { ...input.query, cursor } }));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first page changes, and when pages after a former one are shown
  useEffect(() => {
    if (current.current.first !== data) current.current = { input: inputKey, first: data };
    if (extended === null || data === undefined || extended.first === data) return;
    if (extended.input !== inputKey) return setExtended(null);
    void pagesAfter(data, extended.later.length, loadAfter).then(
      (later) => {
        const isAsked = current.current.first === data;
        if (isAsked) setExtended((now) => longerOf(now, { input: inputKey, first: data, later }));
      },
      () => {
        const isAsked = current.current.first === data;
        if (isAsked) setExtended((now) => now && afterFailure(now, data));
      },
    );
  }, [data, extended]);

  const isExtended = extended !== null && extended.input === inputKey;
  const shown = isExtended ? extended : data === undefined ? null : { input: inputKey, first: data, later: [] };
  const hasMore = shown !== null && pageOf<K>(lastOf(shown)).nextCursor !== null;
  const loadMore = async (): Promise<void> => {
    if (shown === null || !hasMore) return;
    setBusy(true);
    try {
      const currentFirst = () => (current.current.input === inputKey ? current.current.first : undefined);
      const next = await withOnePageMore(shown, currentFirst, loadAfter);
      if (next !== null) setExtended({ ...next, input: inputKey });
    } catch {
      // The button stays, so that the user can retry.
    } finally {
      setBusy(false);
    }
  };
  return {
    items: shown === null ? undefined : [shown.first, ...shown.later].flatMap((page) => pageOf<K>(page).items),
    firstPage: shown?.first,
    error: first.error,
    hasMore,
    busy,
    loadMore: () => void loadMore(),
    reload: () => first.mutate(),
  };
}
