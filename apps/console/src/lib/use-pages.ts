/**
 * A paginated list. The first page comes from the cache; later pages are loaded on request. When the first page changes, as many
 * pages as are shown are loaded again, and what is shown changes once all of them are there.
 */

import type { ResponseOf } from '@picket/contracts/endpoints';
import { useEffect, useRef, useState } from 'react';
import type { SWRConfiguration } from 'swr';
import { type ApiError, api, useApi } from './api.ts';
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
interface Shown<K extends ListKey> {
  readonly input: string;
  readonly first: ResponseOf<K>;
  readonly later: readonly ResponseOf<K>[];
}

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
  const current = useRef(data);

  const loadAfter = (page: ResponseOf<K>): Promise<ResponseOf<K>> =>
    api(key, callInput<K>({ ...input, query: { ...input.query, cursor: pageOf<K>(page).nextCursor ?? '' } }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the first page changes
  useEffect(() => {
    current.current = data;
    if (extended === null || data === undefined || extended.first === data) return;
    if (extended.input !== inputKey) return setExtended(null);
    void reloadLater(data, extended.later.length, loadAfter).then((later) => {
      if (current.current === data) setExtended(later === null ? null : { input: inputKey, first: data, later });
    });
  }, [data]);

  const isExtended = extended !== null && extended.input === inputKey;
  const shown = isExtended ? extended : data === undefined ? null : { input: inputKey, first: data, later: [] };
  const hasMore = shown !== null && pageOf<K>(lastOf(shown)).nextCursor !== null;
  const loadMore = async (): Promise<void> => {
    if (shown === null || !hasMore) return;
    setBusy(true);
    try {
      const page = await loadAfter(lastOf(shown));
      // The list may have changed in the meantime.
      if (current.current === shown.first) setExtended({ ...shown, later: [...shown.later, page] });
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

/** As many pages after a first one as were shown before; null: one of them could not be loaded. */
async function reloadLater<K extends ListKey>(
  first: ResponseOf<K>,
  count: number,
  loadAfter: (page: ResponseOf<K>) => Promise<ResponseOf<K>>,
): Promise<readonly ResponseOf<K>[] | null> {
  const pages = [first];
  try {
    for (let place = 0; place < count; place += 1) {
      const last = pages[place];
      if (last === undefined || pageOf<K>(last).nextCursor === null) break;
      pages.push(await loadAfter(last));
    }
  } catch {
    return null;
  }
  return pages.slice(1);
}
